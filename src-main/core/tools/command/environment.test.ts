import { expect, test } from "vitest";
import { adoptLoginEnvironment, commandEnvironment, findShell, loginEnvironment } from "./environment";

test("[AG-1] without an environment of our own a command still finds programs", () => {
  expect(
    commandEnvironment("/home/a", "m", {}, { OPENAI_API_KEY: "x", HOME: "/other", LC_ALL: "C" }),
  ).toEqual({
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    LC_ALL: "C",
    HOME: "/home/a",
    TERM: "dumb",
    NO_COLOR: "1",
    GIT_TERMINAL_PROMPT: "0",
    PAGER: "cat",
    BRAID_CALL: "m",
  });
});

test("[AG-1] a command reaches the network and the ssh agent as other programs do, without the proxy's password", () => {
  const own = {
    https_proxy: "http://me:pa/ss@proxy.example:8080",
    HTTP_PROXY: "me:secret@proxy.example:8080",
    ALL_PROXY: "socks5://proxy.example:1080",
    NO_PROXY: "localhost,.example",
    SSH_AUTH_SOCK: "/run/agent",
    MY_PROXY: "x",
  };
  const { https_proxy, HTTP_PROXY, ALL_PROXY, NO_PROXY, SSH_AUTH_SOCK, MY_PROXY } = commandEnvironment(
    ...(["/home/a", "m", {}, own] as const),
  );
  expect({ https_proxy, HTTP_PROXY, ALL_PROXY, NO_PROXY, SSH_AUTH_SOCK, MY_PROXY }).toEqual({
    https_proxy: "http://proxy.example:8080",
    HTTP_PROXY: "proxy.example:8080",
    ALL_PROXY: "socks5://proxy.example:1080",
    NO_PROXY: "localhost,.example",
    SSH_AUTH_SOCK: "/run/agent",
    MY_PROXY: undefined,
  });
});

test("[AG-1] what the login shell says counts before Braid's own, and nobody waits long for it", async () => {
  const own = { PATH: "/bin", SSH_AUTH_SOCK: "/own" };
  expect(commandEnvironment("/home/a", "m", { PATH: "/brew:/bin" }, own)).toMatchObject({
    PATH: "/brew:/bin",
    SSH_AUTH_SOCK: "/own",
  });
  expect(await loginEnvironment()).toEqual({});
  adoptLoginEnvironment(new Promise(() => {}));
  expect(await loginEnvironment(1)).toEqual({});
  adoptLoginEnvironment(Promise.reject(new Error("broken")));
  expect(await loginEnvironment()).toEqual({});
  adoptLoginEnvironment(Promise.resolve({ PATH: "/brew" }));
  expect(await loginEnvironment()).toEqual({ PATH: "/brew" });
  adoptLoginEnvironment(Promise.resolve({}));
});

test("[AG-1] bash is found where a system has it, and nothing on Windows", async () => {
  expect(await findShell("win32")).toBeUndefined();
  expect((await findShell())?.file).toMatch(/bash$/);
});
