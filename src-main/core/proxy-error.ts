/** The failures of a proxy, each in a sentence that names it and says what to do. None of them holds its password. */
import { BraidError } from "./braid-error";
import { causesOf } from "./plain-words";
import { say } from "./say";

export type ProxyFault =
  | "unreachable"
  /** 407: the proxy wants a user and a password, and got none. */
  | "login"
  /** 407: the proxy does not accept the user and the password that it got. */
  | "wrong-login"
  | "refused"
  /** The proxy could not reach the server: that may pass. */
  | "failed"
  /** A variable of the environment holds no address. */
  | "unreadable"
  /** SOCKS, or a kind that nobody knows. */
  | "other-kind";

interface Facts {
  /** The proxy's host and port; for `unreadable` the name of the variable. */
  proxy: string;
  /** The host that was asked for. */
  host?: string;
  status?: number;
  cause?: unknown;
}

const PASSING: readonly ProxyFault[] = ["unreachable", "failed"];

export class ProxyError extends BraidError {
  readonly fault: ProxyFault;

  constructor(fault: ProxyFault, { proxy, host = "", status, cause }: Facts) {
    const params = { proxy, host, status: String(status ?? "") };
    super("PROVIDER_UNAVAILABLE", say(`proxy.${fault}.message`, params), {
      hint: say(`proxy.${fault}.hint`, params),
      details: causesOf(cause),
      cause,
    });
    this.fault = fault;
  }

  /** True where the same request may succeed later. */
  get passes(): boolean {
    return PASSING.includes(this.fault);
  }
}
