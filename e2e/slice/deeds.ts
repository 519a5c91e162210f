/**
 * What people do in their library, one deed after the other, through the composed core and a scripted provider. The properties that must hold
 * "whatever is done" draw their deeds from here: a new verb of the service is one more line for all of them.
 */
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { BraidError } from "../../src-main/core/braid-error";
import type { Tool } from "../../src-main/core/ports/tools";
import { PNG } from "../../src-main/store/exchange/testing/foreign";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { QueuedMessage } from "../../src-preload/contract/domain/queue";
import { refusal, reply } from "../fixtures/provider/script";
import { type Slice, type SliceOptions, startSlice, textOf } from "./slice";
import { messagesOf } from "./well-formed";

/** Names the session by `of`, and one of its questions by `at`. */
interface Where {
  of: number;
  at: number;
}

/** A session and one of the user's messages in it. */
interface Place {
  session_id: SessionId;
  message_id: MessageId;
}

type Deed = (slice: Slice, place: Place, where: Where) => unknown;

const said = (where: Where): string => `question ${where.at} \u2028 "x"`;
const WRITER = "w".repeat(8);

async function* whole(bytes: Buffer) {
  yield bytes;
}

/** A picture, or a note of a few bytes: some deeds attach the same one again. */
const fileFor = (slice: Slice, { at }: Where) =>
  at % 2 === 0
    ? slice.app.attachments.add(whole(PNG), `picture ${at}.png`)
    : slice.app.attachments.add(whole(Buffer.from(`note ${at % 3}`)), `note ${at}.txt`);

const labelOf = (number: number): string => `Label ${number % 3}`;

/** Two messages wait while the answer before them comes, and go on waiting when that is stopped. */
async function letWait(slice: Slice, { session_id }: Place, where: Where): Promise<void> {
  const attachments = [await fileFor(slice, where)];
  slice.send({ session_id, text: "stopped" });
  slice.service.queue.send({ session_id, text: said(where), attachments });
  slice.service.queue.send({ session_id, text: "and this" });
  slice.service.turns.abort({ session_id });
}

/** The first message that waits. */
function waiting(slice: Slice, session_id: SessionId): QueuedMessage {
  const [first] = slice.look(session_id).queue.items;
  if (first === undefined) throw nothing();
  return first;
}

function summaryIn(slice: Slice, session_id: SessionId): MessageId {
  const isSummary = ({ parts }: { parts: readonly { type: string }[] }) =>
    parts.some(({ type }) => type === "data-compaction");
  const found = slice.messages(session_id).find(isSummary);
  if (found === undefined) throw nothing();
  return found.id;
}

function trashed(slice: Slice, { of }: Where): SessionId {
  const { sessions } = slice.service.trash.list({ limit: 50 });
  const found = sessions[of % Math.max(sessions.length, 1)];
  if (found === undefined) throw nothing();
  return found.id;
}

/** A deed has nothing that it could be done to. */
const nothing = () => new BraidError("INVALID_INPUT", "There is nothing here.");

const DONE: Readonly<Record<string, Deed>> = {
  say: (slice, { session_id }, where) => slice.send({ session_id, text: said(where) }),
  "let it run a tool": (slice, { session_id }) => slice.send({ session_id, text: "use a tool" }),
  "see it fail": (slice, { session_id }) => slice.send({ session_id, text: "fail" }),
  "send a file": async (slice, { session_id }, where) =>
    slice.send({ session_id, text: said(where), attachments: [await fileFor(slice, where)] }),
  rewind: ({ service }, place, { at }) => service.timeline.rewind({ ...place, text: `otherwise ${at}` }),
  retry: ({ service }, place) => service.timeline.retry(place),
  compact: ({ service }, { session_id }) => service.compactions.start({ session_id }),
  "edit the summary": (slice, { session_id }, { at }) =>
    slice.service.compactions.edit({
      session_id,
      message_id: summaryIn(slice, session_id),
      summary: `Said ${at}.`,
    }),
  "open the summary": (slice, { session_id }) =>
    slice.service.compactions.undo({ session_id, message_id: summaryIn(slice, session_id) }),
  undo: ({ service }) => service.undo.last({}),
  branch: ({ service }, { session_id, message_id }) =>
    service.branches.branch({ parent_session_id: session_id, from_message_id: message_id }),
  "open a sidecar": ({ service }, { session_id, message_id }) =>
    service.sidecars.open({ session_id, from_message_id: message_id }),
  "ask aside": async (slice, { session_id, message_id }, where) => {
    const { id } = await slice.service.sidecars.open({ session_id, from_message_id: message_id });
    slice.send({ session_id: id, text: said(where) });
    await slice.rest(id);
  },
  "keep a sidecar": ({ service }, { session_id }, { at }) => {
    const sidecars = service.sidecars.list({ session_id });
    const found = sidecars[at % Math.max(sidecars.length, 1)];
    if (found === undefined) throw nothing();
    return service.sidecars.promote({ session_id: found.session.id });
  },
  label: async ({ service }, place, { at }) => (await service.labels()).add({ ...place, name: labelOf(at) }),
  "rename a label": async ({ service }, _, { at, of }) =>
    (await service.labels()).rename({ from: labelOf(at), to: labelOf(of) }),
  "take a label away": async ({ service }, place, { of }) =>
    (await service.labels()).remove({ ...place, name: labelOf(of) }),
  "let wait": letWait,
  "edit what waits": (slice, { session_id }, { at }) => {
    const { id } = waiting(slice, session_id);
    return slice.service.queue.edit({ session_id, id, text: `waits ${at}` });
  },
  "take back what waits": (slice, { session_id }) =>
    slice.service.queue.remove({ session_id, id: waiting(slice, session_id).id }),
  "send what waits": ({ service }, { session_id }) => service.queue.resume({ session_id }),
  "begin a draft": async (slice, { session_id }, where) =>
    slice.service.drafts.save(
      {
        place: { kind: "composer", session_id },
        text: said(where),
        attachments: [await fileFor(slice, where)],
      },
      WRITER,
    ),
  "begin an edit": ({ service }, { session_id, message_id }, where) =>
    service.drafts.save(
      { place: { kind: "message", session_id, id: message_id }, text: said(where) },
      WRITER,
    ),
  rename: ({ service }, { session_id }, { at }) => service.sessions.rename({ session_id, title: `T ${at}` }),
  archive: ({ service }, { session_id }, { at }) =>
    at % 2 === 0 ? service.sessions.archive({ session_id }) : service.sessions.unarchive({ session_id }),
  pin: ({ service }, { session_id }, { at }) => service.readState.pin({ session_id, pinned: at % 3 > 0 }),
  "mark unread": ({ service }, { session_id }, { at }) =>
    service.readState.markUnread({ session_id, unread: at % 3 > 0 }),
  "choose an agent": ({ service }, { session_id }) => service.agents.choose({ session_id, agent: "chat" }),
  begin: (slice, _, where) => slice.ask(said(where)),
  "put into the trash": ({ service }, { session_id }) => service.trash.put({ session_id }),
  restore: (slice, _, where) => slice.service.trash.restore({ session_id: trashed(slice, where) }),
  "remove for good": (slice, _, where) => slice.service.trash.remove({ session_id: trashed(slice, where) }),
  "empty the trash": ({ service }) => service.trash.empty(),
};
const DEEDS: readonly string[] = Object.keys(DONE);

export interface Planned extends Where {
  what: string;
}

/** Every deed, in an order in which each finds what it is done to. */
export const EVERY_DEED: readonly Planned[] = DEEDS.flatMap((what) =>
  what === "remove for good" ? ["put into the trash", what] : [what],
).map((what) => ({ what, of: 0, at: 1 }));

/** Any deeds, some of them often. `more` are those of a test alone. */
export const planned = (often: readonly string[] = [], more: readonly string[] = []): fc.Arbitrary<Planned> =>
  fc.record({
    what: fc.constantFrom(...DEEDS, ...more, ...often),
    of: fc.nat({ max: 9 }),
    at: fc.nat({ max: 9 }),
  });

/** Runs of a tool, answers and failures come as the words of the question ask for them. */
export async function startForDeeds(options: SliceOptions = {}): Promise<Slice> {
  const slice = await startSlice({ tools: [TOOL], ...options });
  let asked = 0;
  slice.provider.summary(() => reply("A summary."));
  slice.provider.respond((request) => {
    asked += 1;
    const last = messagesOf(request).at(-1);
    const words = JSON.stringify(last?.content ?? "");
    if (last?.role === "user" && words.includes("use a tool"))
      return reply({ tool: { id: `call_${asked}`, name: "bash", input: { asked } } });
    return last?.role === "user" && words.includes("fail") ? refusal(400) : reply(`answer ${asked}`);
  });
  return slice;
}

const TOOL: Tool = {
  name: "bash",
  description: "Runs.",
  input_schema: { type: "object", properties: {} },
  execute: async () => "an output with ``` in it",
};

/**
 * Does it, and waits until all is at rest. Returns false where the core refuses it in words: then nothing has changed. Every other failure is
 * thrown.
 */
export async function perform(
  slice: Slice,
  { what, ...where }: Planned,
  more: Readonly<Record<string, Deed>> = {},
) {
  const place = placeOf(slice, where) ?? (await begun(slice, where));
  const deed = DONE[what] ?? more[what];
  if (deed === undefined) throw new Error(`nobody can ${what}`);
  try {
    await deed(slice, place, where);
  } catch (error) {
    if (error instanceof BraidError) return false;
    throw error;
  } finally {
    await atRest(slice);
  }
  return true;
}

function placeOf(slice: Slice, { of, at }: Where): Place | undefined {
  const { sessions } = slice.service.sessions.list({ limit: 50 });
  const session_id = sessions[of % Math.max(sessions.length, 1)]?.id;
  if (session_id === undefined) return undefined;
  const asked = slice.messages(session_id).filter(({ role }) => role === "user");
  const message_id = asked[at % Math.max(asked.length, 1)]?.id;
  return message_id === undefined ? undefined : { session_id, message_id };
}

async function begun(slice: Slice, where: Where): Promise<Place> {
  const { session_id, message } = slice.ask(said(where));
  await slice.rest(session_id);
  return { session_id, message_id: message.id };
}

async function atRest(slice: Slice): Promise<void> {
  // Work that follows a deed in the background has begun by then.
  await setImmediate();
  for (const { id } of slice.service.sessions.list({ limit: 50 }).sessions) await slice.rest(id);
}

/** The texts of all listed sessions. */
export const saidIn = (slice: Slice): string[][] =>
  slice.service.sessions
    .list({ limit: 200 })
    .sessions.map(({ id }) => slice.messages(id).map(textOf))
    .sort();
