/** Seals secrets by the system's keyring, where there is one. Knows no files and keeps nothing. */

/**
 * `system`: the system's keyring seals. `plain`: no keyring is usable; any program of this user can open what is sealed. `none`: nothing
 * can be sealed at all.
 */
export type Sealing = "system" | "plain" | "none";

export interface Cipher {
  /** The protection that this system offers. Callers ask when they need it, never before the app is ready. */
  sealing(): Sealing;
  /** Base64. `plain` only where the user has asked for it. @throws where it cannot be sealed. */
  seal(text: string, how: Exclude<Sealing, "none">): string;
  /** @throws where it was sealed by another keyring, or is damaged. */
  open(sealed: string, how: Exclude<Sealing, "none">): string;
}

/** For an app without a system around it: the app keeps keys only as long as it runs. */
export const noCipher: Cipher = {
  sealing: () => "none",
  seal: () => {
    throw new Error("There is no keyring.");
  },
  open: () => {
    throw new Error("There is no keyring.");
  },
};
