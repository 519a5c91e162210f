/** The names of files that may follow an `@` in the composer. Names are hostile: they are shown and written as they can be seen. */
import { call } from "../../platform/bridge";
import { visible } from "../../platform/visible";
import { mentionAt } from "./mention-at";
import type { SlashOption } from "./slash-commands";

export interface Mentioned {
  /** The place of the `@`. */
  from: number;
  options: SlashOption[];
}

/** Returns a name in one line, without characters that change how the text around them reads. */
export const writtenName = (name: string): string =>
  visible(name).replace(
    /[\t\r\n]/g,
    (unseen) => `⟨U+${unseen.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );

/** The name as it stands in a message: in quotes where a model could not tell its end. */
export function insertedName(name: string): string {
  const written = writtenName(name);
  return /[\s"]/u.test(written) ? `@${JSON.stringify(written)} ` : `@${written} `;
}

/** Undefined where no name is typed, or no file has it. @throws CallError */
export async function mentioned(
  text: string,
  caret: number,
  workspace_root: string,
): Promise<Mentioned | undefined> {
  const at = mentionAt(text, caret);
  if (at === undefined) return undefined;
  const names = await call("workspace.names", { workspace_root, typed: at.typed });
  const options = names.map((name): SlashOption => {
    const label = writtenName(name);
    return { key: name, text: insertedName(name), label, hint: "", complete: true, disabled: false };
  });
  return options.length === 0 ? undefined : { from: at.from, options };
}
