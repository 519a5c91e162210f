/** The schema of the keys that the user has chosen for commands: `{"find": "$mod+Shift+KeyF", "compact": null}`. */
import * as z from "zod/mini";
import {
  type ChosenKeys,
  canonicalKey,
  refusalOf,
  type UsualKeys,
} from "../../src-preload/contract/domain/shortcuts";
import { problem } from "./problem-words";

const EXAMPLE = { example: '"$mod+Shift+KeyX"' };
const IS_MAC = process.platform === "darwin";

/** A key is read in any spelling, and goes on in one. `usual`: the command's own default, which is never refused. */
const keySchema = (usual: string | null) =>
  z.exactOptional(
    z.nullable(
      z.pipe(
        z.string(problem("shortcut-unknown", EXAMPLE)),
        z.transform((text, context): string => {
          const key = canonicalKey(text, IS_MAC) ?? text;
          const refusal = key === usual ? undefined : refusalOf(key, IS_MAC);
          if (refusal === undefined) return key;
          const message = problem(`shortcut-${refusal}`, EXAMPLE).error;
          context.issues.push({ code: "custom", input: text, message });
          return z.NEVER;
        }),
      ),
    ),
  );

/** Knows the commands of `usual`, and no others. */
export function shortcutsSchema(usual: UsualKeys): z.ZodMiniType<ChosenKeys> {
  const shape = Object.entries(usual).map(([command, key]) => [command, keySchema(key)] as const);
  return z.strictObject(Object.fromEntries(shape), problem("object")) as z.ZodMiniType<ChosenKeys>;
}
