/** The one way out of main. It is small: what a request needs is loaded with the first one. */

import { abortable } from "../core/abortable";
import type { Connections, Route } from "../core/ports/connections";
import { ProxyError } from "../core/proxy-error";
import { networkFault } from "../core/run/network-failure";
import { secretsOf } from "./proxy-address";
import { PROXY_VARIABLES, type SystemProxy, type Way, waysTo } from "./proxy-rule";
import type { Trust } from "./trust";
import type { Wire } from "./wire";

export interface ConnectionsOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** What the user has set in the system; absent: nothing. */
  systemProxy?: SystemProxy | undefined;
  /** Hears the passwords of proxies, so that no log has them. */
  onSecret?(secret: string): void;
  /** The system's certificates; absent: Node reads them. */
  systemCertificates?: () => Promise<string[]>;
  now?(): number;
}

/** Milliseconds. A proxy that did not answer comes last for so long: a laptop has left its company's network. */
const AVOIDED_MS = 5 * 60_000;

/** A way of this file: its proxy is more than others may know. */
interface OwnRoute extends Route {
  readonly proxy?: NonNullable<Way>;
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { env, systemProxy = async () => "DIRECT", onSecret, now = () => performance.now() } = options;
  for (const name of PROXY_VARIABLES) for (const secret of secretsOf(env[name] ?? "")) onSecret?.(secret);
  const wires = laterWires(options);
  /** When each proxy failed to answer. */
  const silent = new Map<string, number>();

  const isAvoided = (way: Way): boolean =>
    way !== undefined && now() - (silent.get(way.uri) ?? Number.NEGATIVE_INFINITY) < AVOIDED_MS;

  async function overWay<T>(url: URL, way: Way, work: (route: Route) => Promise<T>): Promise<T> {
    try {
      return await wires.trusting(() => work(way === undefined ? {} : { proxy: way }));
    } catch (error) {
      if (way === undefined) throw error;
      const { proxyFailure } = await import("./proxy-failure");
      throw proxyFailure(error, url, way);
    }
  }

  async function overWays<T>(
    url: URL,
    work: (route: Route) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const ways = await waysTo(url, env, systemProxy);
    const ordered = [...ways.filter((way) => !isAvoided(way)), ...ways.filter(isAvoided)];
    for (const [index, way] of ordered.entries()) {
      signal?.throwIfAborted();
      try {
        return await overWay(url, way, work);
      } catch (error) {
        const isSilent = error instanceof ProxyError && error.fault === "unreachable";
        if (isSilent && way !== undefined) silent.set(way.uri, now());
        if (!isSilent || index === ordered.length - 1) throw error;
      }
    }
    throw new Error("There is no way at all.");
  }

  /** What the system is asked, a script for proxies or its certificates, may take long, and hears no signal. */
  const over: Connections["over"] = async (url, work, signal) => {
    signal?.throwIfAborted();
    const done = overWays(url, work, signal);
    return await (signal === undefined ? done : abortable(done, signal));
  };

  const wayOf = (route: Route): Way => (route as OwnRoute).proxy;
  return {
    over,
    fetch: async (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      return await over(
        new URL(address),
        async (route) => (await wires.current()).fetch(address, init, wayOf(route)),
        init?.signal ?? undefined,
      );
    },
    get: async (url, route, question) => (await wires.current()).get(url, wayOf(route), question),
  };
}

/** Loads the wire with the first request, and makes another one when more certificates are trusted. */
function laterWires({ env, systemCertificates }: ConnectionsOptions) {
  let trust: Promise<Trust> | undefined;
  let wire: { context: unknown; made: Promise<Wire> } | undefined;
  const loadTrust = (): Promise<Trust> => {
    trust ??= import("./trust").then(({ createTrust }) =>
      createTrust(env.NODE_EXTRA_CA_CERTS, systemCertificates),
    );
    return trust;
  };

  async function current(): Promise<Wire> {
    const context = await (await loadTrust()).context();
    if (wire === undefined || wire.context !== context)
      wire = { context, made: import("./wire").then(({ createWire }) => createWire(context)) };
    return await wire.made;
  }

  /** Does the work again where nobody whom Node knows has signed, and the system knows more. */
  async function trusting<T>(work: () => Promise<T>): Promise<T> {
    const known = await (await loadTrust()).context();
    try {
      return await work();
    } catch (error) {
      // No further authority would mend another fault of a certificate, such as an expired one.
      if (networkFault(error) !== "untrusted") throw error;
      const { askSystem, context } = await loadTrust();
      await askSystem();
      if ((await context()) === known) throw error;
      return await work();
    }
  }

  return { current, trusting };
}
