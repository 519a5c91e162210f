/**
 * What main was started with, and what it starts others with. Variables that hold secrets are taken out of main's own environment before
 * anything else is started: what opens a link, a helper, a tool of the system inherits none of them. Here they are kept in memory alone.
 */
import { mayBeKey } from "../../core/redact";

/** By their names they could be secrets; the desktop and its keyring need them to be found. */
const OF_THE_SYSTEM = /^(?:XDG_|GNOME_KEYRING_)/;

const isSecret = (name: string): boolean => mayBeKey(name) && !OF_THE_SYSTEM.test(name);

/** All of it as it was; of `env` itself, secrets are gone afterwards. */
export function takeSecrets(env: NodeJS.ProcessEnv): Readonly<Record<string, string | undefined>> {
  const all = { ...env };
  for (const name of Object.keys(all)) if (isSecret(name)) delete env[name];
  return all;
}
