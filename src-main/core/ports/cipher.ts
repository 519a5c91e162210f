/** Seals secrets at rest by the system's keyring, where there is one. Knows no files and keeps nothing. */

/**
 * `system`: the keyring of the system seals them. `plain`: there is none that can be used; what is sealed all the same can be read by
 * any program of this user. `none`: nothing can be sealed at all.
 */
export type Sealing = "system" | "plain" | "none";

export interface Cipher {
  /** The protection that can be had here. Asked for when it is needed, never before the app is ready. */
  sealing(): Sealing;
  /** Base64. `plain` only where the user has asked for it. @throws where it cannot be sealed. */
  seal(text: string, how: Exclude<Sealing, "none">): string;
  /** @throws where it was sealed by another keyring, or is damaged. */
  open(sealed: string, how: Exclude<Sealing, "none">): string;
}

/** For an app without a system around it: keys last as long as it runs. */
export const noCipher: Cipher = {
  sealing: () => "none",
  seal: () => {
    throw new Error("There is no keyring.");
  },
  open: () => {
    throw new Error("There is no keyring.");
  },
};
