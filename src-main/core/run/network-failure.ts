/**
 * Finds out why a connection failed, by the codes of sockets, names and certificates. The user's sentence has none of these codes in it.
 */

export type NetworkFault =
  | "refused"
  | "no-such-name"
  | "unreachable"
  | "silent"
  | "broken"
  /** `certificate`, `untrusted` and `insecure` last, however often one tries. */
  | "certificate"
  /** Nobody whom this computer knows has signed the certificate. */
  | "untrusted"
  | "insecure";

const CODES: Record<string, NetworkFault> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "no-such-name",
  EAI_AGAIN: "unreachable",
  ENETUNREACH: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETDOWN: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ETIMEDOUT: "silent",
  UND_ERR_CONNECT_TIMEOUT: "silent",
  UND_ERR_HEADERS_TIMEOUT: "silent",
  UND_ERR_BODY_TIMEOUT: "silent",
  HOSTNAME_MISMATCH: "certificate",
  INVALID_CA: "certificate",
  EPROTO: "insecure",
};
const UNTRUSTED = /SELF_SIGNED|^UNABLE_TO_(?:VERIFY|GET_ISSUER)|^CERT_UNTRUSTED$/;
const CERTIFICATE = /CERT|^UNABLE_TO_/;
const INSECURE = /^ERR_(?:SSL|TLS)_/;
const SOCKET = /^(?:E[A-Z]+|UND_ERR_\w+|HPE_\w+)$/;

/** How deep `fetch` and the SDK wrap a socket's error. */
const DEEPEST_CAUSE = 6;

/** Undefined for an error that is no failure of a connection. */
export function networkFault(error: unknown): NetworkFault | undefined {
  let found: NetworkFault | undefined;
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < DEEPEST_CAUSE;
    cause = cause.cause, depth++
  ) {
    const named = "code" in cause && typeof cause.code === "string" ? faultOf(cause.code) : undefined;
    if (named !== undefined) return named;
    // A name may have several addresses; an AggregateError says that each has failed.
    const [first] = cause instanceof AggregateError ? cause.errors : [];
    if (first !== undefined) return networkFault(first) ?? "broken";
    if (cause instanceof TypeError && /terminated|fetch failed|network/i.test(cause.message))
      found = "broken";
  }
  return found;
}

function faultOf(code: string): NetworkFault | undefined {
  if (Object.hasOwn(CODES, code)) return CODES[code];
  if (UNTRUSTED.test(code)) return "untrusted";
  if (CERTIFICATE.test(code)) return "certificate";
  if (INSECURE.test(code)) return "insecure";
  return SOCKET.test(code) ? "broken" : undefined;
}
