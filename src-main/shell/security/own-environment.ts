/**
 * Takes variables that hold secrets out of main's own environment before main starts anything. Programs that main starts, such as a browser
 * or a helper, inherit none of them. Main keeps them in memory alone.
 */
import { mayBeKey } from "../../core/redact";

/** Their names look like secrets, but the desktop and its keyring need them. */
const OF_THE_SYSTEM = /^(?:XDG_|GNOME_KEYRING_)/;

const isSecret = (name: string): boolean => mayBeKey(name) && !OF_THE_SYSTEM.test(name);

/** Returns the whole environment, and deletes secrets from `env` itself. */
export function takeSecrets(env: NodeJS.ProcessEnv): Readonly<Record<string, string | undefined>> {
  const all = { ...env };
  for (const name of Object.keys(all)) if (isSecret(name)) delete env[name];
  return all;
}
