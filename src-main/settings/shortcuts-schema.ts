/** The schema of the keys that the user has chosen for commands: `{"find": "$mod+Shift+KeyF", "compact": null}`. */
import { z } from "zod";
import { canonicalKey } from "../../src-preload/contract/domain/shortcuts";
import { type CommandId, commandIds } from "../../src-preload/contract/window/commands";
import { refusalFor } from "../../src-preload/contract/window/shortcut-choice";
import { problem } from "./problem-words";

const EXAMPLE = { example: '"$mod+Shift+KeyX"' };

/** A key is read in any spelling, and goes on in one. */
const keyFor = (id: CommandId, isMac: boolean) =>
  z
    .string(problem("shortcut-unknown", EXAMPLE))
    .transform((text, context): string => {
      const key = canonicalKey(text, isMac);
      const refusal = key === undefined ? "unknown" : refusalFor(id, key, isMac);
      if (key !== undefined && refusal === undefined) return key;
      const message = problem(`shortcut-${refusal ?? "unknown"}`, EXAMPLE).error;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .nullable()
    .exactOptional();

const shapeFor = (isMac: boolean) =>
  Object.fromEntries(commandIds.map((id) => [id, keyFor(id, isMac)])) as Record<
    CommandId,
    ReturnType<typeof keyFor>
  >;

export const shortcutsSchema = z.strictObject(shapeFor(process.platform === "darwin"), problem("object"));
