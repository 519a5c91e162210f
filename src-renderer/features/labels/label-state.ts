/** The labels of the sessions that the window shows (SE-11), kept up to date by the app's news, and what users do with them. */
import { createStore } from "zustand/vanilla";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Label } from "../../../src-preload/contract/domain/labels";
import { say } from "../../platform/announce";
import { call, onAppEvent } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { quoted } from "../../platform/language/undo-words";
import { reportError, showDone } from "../../platform/notices";
import { doing } from "../../thread/actions";
import type { Subject } from "../../thread/message-action";
import { comparedThread, mainThread, sideThread } from "../../thread/thread";

export type LabelPlace = Pick<Label, "message_id" | "name"> & { session_id: SessionId };
type Names = ReadonlyMap<MessageId, readonly string[]>;

/** A session without labels has no entry: nothing is drawn for it. */
export const labels = createStore<{ of: ReadonlyMap<SessionId, Names> }>(() => ({ of: new Map() }));

/** The message that is being labelled. */
export const labelling = createStore<{ at: Subject | undefined }>(() => ({ at: undefined }));

export const labelMessage = (at: Subject): void => labelling.setState({ at });
export const endLabelling = (): void => labelling.setState({ at: undefined });

export function namesByMessage(found: readonly Label[]): Names {
  const names = new Map<MessageId, string[]>();
  for (const { message_id, name } of found) {
    const known = names.get(message_id);
    if (known === undefined) names.set(message_id, [name]);
    else known.push(name);
  }
  return names;
}

const threads = [mainThread, sideThread, comparedThread];
const shown = (): SessionId[] => threads.flatMap(({ view }) => view.getState().session_id ?? []);

/** Counts the questions for each session: an overtaken answer is dropped. */
const asked = new Map<SessionId, number>();

async function load(session_id: SessionId): Promise<void> {
  const mine = (asked.get(session_id) ?? 0) + 1;
  asked.set(session_id, mine);
  const found = await call("label.list", { session_id });
  if (asked.get(session_id) !== mine) return;
  const kept = shown();
  const known = labels.getState().of;
  if (found.length === 0 && !known.has(session_id)) return;
  const of = new Map([...known].filter(([id]) => id !== session_id && kept.includes(id)));
  if (found.length > 0) of.set(session_id, namesByMessage(found));
  labels.setState({ of });
}

/** A session that was removed meanwhile has no labels to show. */
const loadQuietly = (session_id: SessionId): void => void load(session_id).catch(() => undefined);

/** Called once: loads the labels of each session that a thread shows, after its messages. */
export function followLabels(): void {
  for (const { view } of threads) {
    const take = (state: ReturnType<typeof view.getState>) => {
      if (state.session_id && state.view !== undefined) loadQuietly(state.session_id);
    };
    take(view.getState());
    view.subscribe((state, before) => {
      if (state.session_id !== before.session_id || (before.view === undefined && state.view !== undefined))
        take(state);
    });
  }
  onAppEvent((event) => {
    if (event.type !== "labels-changed") return;
    for (const session_id of new Set(shown()))
      if (event.session_id === null || event.session_id === session_id) loadQuietly(session_id);
  });
}

/** @throws CallError */
export async function addLabel(place: LabelPlace): Promise<void> {
  const { added } = await call("label.add", place);
  say(t(added ? "labels:added" : "labels:there", { name: quoted(place.name) }));
}

/** Takes a label away without asking, because an undo is offered. @throws CallError */
export async function removeLabel(place: LabelPlace): Promise<void> {
  const { removed } = await call("label.remove", place);
  if (!removed) return;
  showDone({
    words: () => t("labels:removed", { name: quoted(place.name) }),
    undoes: true,
    action: {
      name: () => t("sessions:undo"),
      run: () => {
        showDone({ words: () => t("labels:restored", { name: quoted(place.name) }) });
        doing(() => call("label.add", place).catch(reportError));
      },
    },
  });
}
