/**
 * The certificates by which servers are known. Node brings those of the open web. A company that reads its own traffic signs with one of its
 * own: it stands in a file that NODE_EXTRA_CA_CERTS names, or in the system's store.
 */
import { readFile } from "node:fs/promises";
import * as tls from "node:tls";
import { Worker } from "node:worker_threads";
import { log } from "../core/log";

export interface Trust {
  /** Undefined where Node's own certificates are all. Another object once there are more. */
  context(): Promise<tls.SecureContext | undefined>;
  /** Adds the certificates that the system trusts, if it can. Resolves at once where that was done before. */
  askSystem(): Promise<void>;
}

/** @param system returns the system's certificates; undefined where this Node cannot read them */
export function createTrust(
  extra_file: string | undefined,
  system: () => Promise<string[]> | undefined = systemCertificates,
): Trust {
  let extra: Promise<string[]> | undefined;
  let context: Promise<tls.SecureContext | undefined> | undefined;
  let asked: Promise<void> | undefined;

  const readExtra = (): Promise<string[]> => {
    extra ??= extraCertificates(extra_file);
    return extra;
  };

  async function widen(): Promise<void> {
    const found = await system()?.catch((error: unknown) => {
      log.warn("The certificates that the system trusts could not be read:", error);
      return [];
    });
    if (found === undefined || found.length === 0) return;
    const wider = contextOf([...(await readExtra()), ...found]);
    if (wider !== undefined) context = Promise.resolve(wider);
  }

  return {
    context() {
      context ??= readExtra().then(contextOf);
      return context;
    },
    askSystem() {
      asked ??= widen();
      return asked;
    },
  };
}

/** Adds to Node's own, which a list of one's own would otherwise replace. */
function contextOf(more: readonly string[]): tls.SecureContext | undefined {
  if (more.length === 0) return undefined;
  try {
    return tls.createSecureContext({ ca: [...tls.rootCertificates, ...more] });
  } catch (error) {
    log.warn("Further certificates could not be used:", error);
    return undefined;
  }
}

/** A packed app's binary ignores the variable, because it refuses all of Node's options: so it is read here. */
async function extraCertificates(file: string | undefined): Promise<string[]> {
  if (file === undefined || file === "") return [];
  try {
    return [await readFile(file, "utf8")];
  } catch (error) {
    log.warn("The file that NODE_EXTRA_CA_CERTS names could not be read:", error);
    return [];
  }
}

/** Node reads hundreds of certificates at once, which takes up to a second: no window may wait for that. */
const READ_IN_THREAD = `
const { parentPort } = require("node:worker_threads");
const { X509Certificate } = require("node:crypto");
const isReadable = (text) => {
  try {
    return new X509Certificate(text) !== undefined;
  } catch {
    return false;
  }
};
parentPort.postMessage(require("node:tls").getCACertificates("system").filter(isReadable));
`;

/** Undefined where Node is older than 22.15. */
function systemCertificates(): Promise<string[]> | undefined {
  if (!("getCACertificates" in tls)) return undefined;
  return new Promise((resolve, reject) => {
    const worker = new Worker(READ_IN_THREAD, { eval: true });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread that read them ended")));
  });
}
