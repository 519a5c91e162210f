import { once } from "node:events";
import { connect } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import {
  AUTHORITY,
  AUTHORITY_FILE,
  startPlainServer,
  startProxy,
  startSecureServer,
  type TestServer,
} from "../../e2e/fixtures/company/company-network";
import { inEnglish } from "../core/english";
import { logTo } from "../core/log";
import { ProxyError } from "../core/proxy-error";
import { networkFault } from "../core/run/network-failure";
import { type ConnectionsOptions, createConnections } from "./connections";

const open: TestServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

async function opened<T extends TestServer>(server: Promise<T>): Promise<T> {
  open.push(await server);
  return server;
}

const plain = () => opened(startPlainServer((request, response) => response.end(`plain ${request.url}`)));
const secure = () => opened(startSecureServer((request, response) => response.end(`secure ${request.url}`)));
const proxy = (options?: Parameters<typeof startProxy>[0]) => opened(startProxy(options));

const EXTRA = { NODE_EXTRA_CA_CERTS: AUTHORITY_FILE };

async function read(address: string, options: ConnectionsOptions): Promise<string> {
  return await (await createConnections(options).fetch(address)).text();
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
}

/** A port at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = await startPlainServer(() => undefined);
  await server.close();
  return server.port;
}

describe("by way of a proxy", () => {
  test("https goes through a tunnel, and every connection of the server came from the proxy", async () => {
    const [server, { port, ...seen }] = await Promise.all([secure(), proxy()]);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}`, ...EXTRA };
    expect(await read(`https://models.example:${server.port}/a`, { env })).toBe("secure /a");
    expect(seen.asked).toEqual([`CONNECT models.example:${server.port}`]);
    expect(server.callers).toEqual(seen.called_from);
  });

  test("http is asked of the proxy itself, which many open no tunnel for", async () => {
    const [server, { port, ...seen }] = await Promise.all([plain(), proxy()]);
    const env = { http_proxy: `127.0.0.1:${port}` };
    expect(await read(`http://models.example:${server.port}/a?b`, { env })).toBe("plain /a?b");
    expect(seen.asked).toEqual([`GET http://models.example:${server.port}/a?b`]);
    expect(server.callers).toEqual(seen.called_from);
  });

  test("a proxy may be behind https itself", async () => {
    const [server, { port, asked }] = await Promise.all([secure(), proxy({ secure: true })]);
    const env = { https_proxy: `https://127.0.0.1:${port}`, ...EXTRA };
    expect(await read(`https://models.example:${server.port}/`, { env })).toBe("secure /");
    expect(asked).toHaveLength(1);
  });

  test("answers that go on side by side do not wait for each other", async () => {
    const waiting: (() => void)[] = [];
    const server = await opened(
      startPlainServer((_, response) => {
        waiting.push(() => response.end());
        if (waiting.length === 3) for (const end of waiting) end();
      }),
    );
    const { port } = await proxy();
    const { fetch } = createConnections({ env: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
    const all = [1, 2, 3].map(() => fetch(`http://models.example:${server.port}/`));
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test("this computer, and what NO_PROXY names, are asked without it", async () => {
    const [server, { port, asked }] = await Promise.all([plain(), proxy()]);
    const env = { HTTP_PROXY: `http://127.0.0.1:${port}` };
    for (const host of ["127.0.0.1", "localhost"])
      expect(await read(`http://${host}:${server.port}/`, { env })).toBe("plain /");
    // Without the proxy there is no such name.
    const work = read(`http://inside.invalid:${server.port}/`, { env: { ...env, NO_PROXY: "invalid" } });
    expect(networkFault(await failureOf(work))).toMatch(/no-such-name|unreachable/);
    expect(asked).toEqual([]);
  });

  test("a stopped request ends its connection", async () => {
    let tellGone = (): void => undefined;
    const gone = new Promise<void>((resolve) => {
      tellGone = resolve;
    });
    const server = await opened(
      startSecureServer((request, response) => {
        response.write("first");
        request.once("close", tellGone);
      }),
    );
    const { port } = await proxy();
    const { fetch } = createConnections({ env: { ALL_PROXY: `http://127.0.0.1:${port}`, ...EXTRA } });
    const controller = new AbortController();
    const response = await fetch(`https://models.example:${server.port}/`, { signal: controller.signal });
    const words = response.text();
    controller.abort();
    expect(await failureOf(words)).toMatchObject({ name: "AbortError" });
    await gone;
  });
});

test("pages of several hosts have each its own host, by way of a proxy and without one", async () => {
  const hosts: (string | undefined)[] = [];
  const server = await opened(
    startPlainServer(({ headers }, response) => {
      hosts.push(headers.host);
      response.end();
    }),
  );
  const { port } = await proxy();
  const connections = createConnections({ env: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
  const headers = { accept: "text/html" };
  const signal = new AbortController().signal;
  const names = ["8.8.8.8", "8.8.4.4", "127.0.0.1"].map((name) => `${name}:${server.port}`);
  for (const name of names) {
    const url = new URL(`http://${name}/`);
    const { body } = await connections.over(url, (route) =>
      connections.get(url, route, { headers, signal, lookup: () => expect.unreachable() }),
    );
    body.destroy();
  }
  expect(hosts).toEqual(names);
  expect(headers).toEqual({ accept: "text/html" });
});

describe("a proxy with a password", () => {
  const LOGIN = "anna:pass word@1";
  const withLogin = (port: number) => `http://anna:pass%20word%401@127.0.0.1:${port}`;

  test("gets it, and nobody else does", async () => {
    const headers: unknown[] = [];
    const server = await opened(
      startSecureServer((request, response) => {
        headers.push(request.headers);
        response.end("in");
      }),
    );
    const { port, logins } = await proxy({ login: LOGIN });
    const secrets: string[] = [];
    const options = {
      env: { HTTPS_PROXY: withLogin(port), ...EXTRA },
      onSecret: (secret: string) => secrets.push(secret),
    };
    expect(await read(`https://models.example:${server.port}/`, options)).toBe("in");
    const sent = Buffer.from(LOGIN).toString("base64");
    expect(logins).toEqual([`Basic ${sent}`]);
    expect(JSON.stringify(headers)).not.toContain(sent);
    expect(secrets).toEqual(["pass%20word%401", "pass word@1", sent]);
  });

  test.each(["http", "https"])("no error of %s tells it, however it is printed", async (scheme) => {
    const [refusing, closed] = await Promise.all([proxy({ login: "anna:another" }), closedPort()]);
    for (const port of [refusing.port, closed]) {
      const env = { HTTP_PROXY: withLogin(port), HTTPS_PROXY: withLogin(port) };
      const error = await failureOf(read(`${scheme}://models.example/`, { env }));
      expect(error).toMatchObject({ fault: port === closed ? "unreachable" : "wrong-login" });
      const printed = [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error)].join();
      expect(printed).toContain(`127.0.0.1:${port}`);
      for (const secret of ["pass word", "pass%20word", Buffer.from(LOGIN).toString("base64")])
        expect(printed).not.toContain(secret);
    }
  });
});

describe("a proxy that fails", () => {
  const told = async (address: string, env: Record<string, string>) => {
    const error = await failureOf(read(address, { env }));
    if (!(error instanceof ProxyError)) throw error;
    return { fault: error.fault, passes: error.passes, said: inEnglish(error.info.message) };
  };

  test.each([
    ["https", 407, "login", "wants a user name and a password"],
    ["http", 407, "login", "wants a user name and a password"],
    ["https", 403, "refused", "does not let Braid reach models.example (403)"],
    ["https", 503, "failed", "could not reach models.example (503)"],
  ])("%s, %i: %s", async (scheme, status, fault, words) => {
    const { port } = await proxy({ status });
    const env = { HTTP_PROXY: `http://127.0.0.1:${port}`, HTTPS_PROXY: `http://127.0.0.1:${port}` };
    expect(await told(`${scheme}://models.example/`, env)).toEqual({
      fault,
      passes: fault === "failed",
      said: expect.stringContaining(words),
    });
  });

  test.each(["http", "https"])("%s: nobody answers there, or there is no such proxy", async (scheme) => {
    const dead = await closedPort();
    for (const name of [`127.0.0.1:${dead}`, "proxy.invalid:8080"])
      expect(await told(`${scheme}://models.example/`, { ALL_PROXY: `http://${name}` })).toEqual({
        fault: "unreachable",
        passes: true,
        said: `The proxy ${name} does not answer.`,
      });
  });

  test("what is no address, or a proxy of another kind, is told and never gone around", async () => {
    const server = await plain();
    const address = `http://models.example:${server.port}/`;
    expect(await told(address, { HTTP_PROXY: "http://" })).toMatchObject({
      fault: "unreadable",
      said: expect.stringContaining("HTTP_PROXY"),
    });
    expect(await told(address, { ALL_PROXY: "socks5://127.0.0.1:1080" })).toMatchObject({
      fault: "other-kind",
      said: expect.stringContaining("127.0.0.1:1080"),
    });
    expect(server.callers).toEqual([]);
  });
});

describe("what the system says", () => {
  test("is not waited for by a request that is stopped", async () => {
    for (const by of ["fetch", "over"] as const) {
      const controller = new AbortController();
      let tellAsked = (): void => undefined;
      const asked = new Promise<void>((resolve) => {
        tellAsked = resolve;
      });
      const connections = createConnections({
        env: {},
        systemProxy: () => {
          tellAsked();
          return new Promise<string>(() => undefined);
        },
      });
      const url = new URL("https://models.example/");
      const { signal } = controller;
      const work =
        by === "fetch"
          ? connections.fetch(url, { signal })
          : connections.over(url, () => expect.unreachable(), signal);
      const failed = failureOf(work);
      await asked;
      const reason = new Error("stopped");
      controller.abort(reason);
      expect(await failed).toBe(reason);
      expect(await failureOf(connections.fetch(url, { signal }))).toBe(reason);
    }
  });

  test("counts where the environment names no proxy", async () => {
    const [server, used, unused] = await Promise.all([plain(), proxy(), proxy()]);
    const asked: string[] = [];
    const systemProxy = async (url: string) => {
      asked.push(url);
      return `PROXY 127.0.0.1:${used.port}; PROXY 127.0.0.1:${unused.port}`;
    };
    const address = `http://models.example:${server.port}/`;
    expect(await read(address, { env: {}, systemProxy })).toBe("plain /");
    const env = { HTTP_PROXY: `http://127.0.0.1:${unused.port}` };
    expect(await read(address, { env, systemProxy })).toBe("plain /");
    expect(asked).toEqual([address]);
    expect([used.asked.length, unused.asked.length]).toEqual([1, 1]);
  });

  test("has a next way where a proxy does not answer, and comes back to it after a while", async () => {
    const [server, next, dead] = await Promise.all([plain(), proxy(), closedPort()]);
    let now = 0;
    let attempts = 0;
    const connections = createConnections({
      env: {},
      systemProxy: async () => `PROXY 127.0.0.1:${dead}; PROXY 127.0.0.1:${next.port}`,
      now: () => now,
    });
    const ask = () =>
      connections.over(new URL(`http://models.example:${server.port}/`), async ({ proxy: through }) => {
        attempts++;
        const { port } = new URL(`http://${through?.name}`);
        const socket = connect(Number(port), "127.0.0.1");
        onTestFinished(() => void socket.destroy());
        await once(socket, "connect");
        return through?.name;
      });
    expect(await ask()).toBe(`127.0.0.1:${next.port}`);
    expect(await ask()).toBe(`127.0.0.1:${next.port}`);
    expect(attempts).toBe(3);
    now = 300_000;
    expect(await ask()).toBe(`127.0.0.1:${next.port}`);
    expect(attempts).toBe(5);
  });
});

describe("a company's certificates", () => {
  test("nobody known has signed: told as such, and nothing is sent", async () => {
    let requests = 0;
    const server = await opened(startSecureServer(() => void requests++));
    const error = await failureOf(
      read(`https://127.0.0.1:${server.port}/`, { env: {}, systemCertificates: async () => [] }),
    );
    expect(networkFault(error)).toBe("untrusted");
    expect(requests).toBe(0);
  });

  test("the file of NODE_EXTRA_CA_CERTS counts, also for pages", async () => {
    const server = await secure();
    const connections = createConnections({ env: EXTRA });
    const url = new URL(`https://127.0.0.1:${server.port}/`);
    expect(await (await connections.fetch(url)).text()).toBe("secure /");
    const question = {
      headers: {},
      signal: new AbortController().signal,
      lookup: () => expect.unreachable(),
    };
    const { status, body } = await connections.over(url, (route) => connections.get(url, route, question));
    body.destroy();
    expect(status).toBe(200);
  });

  test("the system is asked once, when nobody known has signed, by however many requests", async () => {
    const server = await secure();
    let asked = 0;
    const connections = createConnections({
      env: {},
      systemCertificates: async () => {
        asked++;
        return [AUTHORITY];
      },
    });
    const ask = async () => (await connections.fetch(`https://127.0.0.1:${server.port}/`)).text();
    expect(await Promise.all([ask(), ask()])).toEqual(["secure /", "secure /"]);
    expect(await ask()).toBe("secure /");
    expect(asked).toBe(1);
  });

  test("a file that cannot be used is logged, and all else goes on", async () => {
    const lines: string[] = [];
    logTo((_, text) => lines.push(text));
    onTestFinished(() => logTo((level, text) => console[level](text)));
    const server = await plain();
    for (const file of ["/no/such/file.pem", import.meta.filename])
      expect(await read(`http://127.0.0.1:${server.port}/`, { env: { NODE_EXTRA_CA_CERTS: file } })).toBe(
        "plain /",
      );
    expect(lines[0]).toContain("NODE_EXTRA_CA_CERTS");
  });
});
