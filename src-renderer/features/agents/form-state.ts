/** The form of an agent that is being written. The page's memory keeps it when the dialog closes, which may happen without the user's doing. */
import { createStore } from "zustand/vanilla";
import type { AgentChoice } from "../../../src-preload/contract/domain/agents";
import { copyName, EMPTY_FORM, type FormTexts, textsOf } from "./form-fields";

interface OpenForm {
  texts: FormTexts;
  /** The version of the file that is edited; null for a new agent. */
  as_of: string | null;
}

export const agentForm = createStore<{ form: OpenForm | undefined }>(() => ({ form: undefined }));

const open = (form: OpenForm | undefined) => agentForm.setState({ form });

export const beginNew = (): void => open({ texts: EMPTY_FORM, as_of: null });
export const beginEdit = (agent: AgentChoice): void =>
  open({ texts: textsOf(agent), as_of: agent.as_of ?? null });
/** A copy of a folder's agent is the user's: the words of the folder become its own. */
export function beginCopy(agent: AgentChoice, taken: readonly string[]): void {
  const manifest = [agent.manifest, ...(agent.added === undefined ? [] : [agent.added.text])].join("\n\n");
  open({ texts: { ...textsOf({ ...agent, manifest }), name: copyName(agent.name, taken) }, as_of: null });
}
export const endForm = (): void => open(undefined);

export function noteTyped(typed: Partial<FormTexts>): void {
  const { form } = agentForm.getState();
  if (form !== undefined) open({ ...form, texts: { ...form.texts, ...typed } });
}
