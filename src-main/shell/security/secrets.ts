/**
 * The system's keyring, by Electron's `safeStorage`. Uses its synchronous half, though Electron 45 deprecates it: a turn that starts cannot
 * wait, and the Electron 33 of `build/electron-fallback.mjs` has no other (docs/decisions/safe-storage-is-used-synchronously.md).
 */
import { safeStorage } from "electron";
import type { Cipher, Sealing } from "../../core/ports/cipher";

/** On Linux without a keyring Chromium seals with a password that everybody knows. Other systems always have a real keyring. */
function sealing(): Sealing {
  if (process.platform !== "linux") return safeStorage.isEncryptionAvailable() ? "system" : "none";
  const backend = safeStorage.getSelectedStorageBackend();
  if (backend === "basic_text") return "plain";
  if (backend !== "unknown" && safeStorage.isEncryptionAvailable()) return "system";
  // The chosen keyring does not answer: the well-known password must not stand in for it.
  return "none";
}

/** Allows the well-known password for one action alone: nothing else may be sealed so by mistake. */
function plainly<T>(how: Exclude<Sealing, "none">, action: () => T): T {
  if (how === "system") return action();
  safeStorage.setUsePlainTextEncryption(true);
  try {
    return action();
  } finally {
    safeStorage.setUsePlainTextEncryption(false);
  }
}

export const systemCipher: Cipher = {
  sealing,
  seal: (text, how) => plainly(how, () => safeStorage.encryptString(text).toString("base64")),
  open: (sealed, how) => plainly(how, () => safeStorage.decryptString(Buffer.from(sealed, "base64"))),
};
