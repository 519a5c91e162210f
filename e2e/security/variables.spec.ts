// Keys in variables: settings.json may name any of them for any address, so main asks first; and what main starts inherits none.
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, PLANTED_KEY, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

const AWAY = "https://models.example.org";
const away = { id: "away", type: "openai-compatible", base_url: `${AWAY}/v1`, models: [{ id: "far" }] };

test("a variable goes nowhere before its user has let it go there; what main starts, and what opens a link, inherits no key", async ({
  open,
  provider,
  dataDir,
}) => {
  const [bin, seen, file] = ["bin", "opened-with", "settings.json"].map((name) => join(dataDir, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(bin);
  await writeFile(
    join(bin, "xdg-open"),
    `#!/bin/sh\n/usr/bin/env > '${seen}.new'\nmv '${seen}.new' '${seen}'\n`,
  );
  await chmod(join(bin, "xdg-open"), 0o755);
  const settings = { others: [{ ...away, api_key_env: "AWAY_KEY" }] };
  const planted = { AWAY_KEY: "sk-away-0123456789", HF_TOKEN: "hf-planted-9c1d" };
  const chat = await open({ settings, env: { ...planted, PATH: `${bin}:${process.env.PATH}` } });
  const before = await readFile(file, "utf8");

  await test.step("what is started inherits none; main itself has it", async () => {
    provider.enqueue(reply("[the page](https://example.org/a)"));
    await chat.send("Where?");
    await chat.settled();
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${PLANTED_KEY}`);
    const inherited = await chat.braid.app.evaluate(() =>
      process.getBuiltinModule("node:child_process").execFileSync("/usr/bin/env", { encoding: "utf8" }),
    );
    expect(inherited).toContain(`PATH=${bin}`);
    await chat.answer.getByRole("link", { name: "the page" }).click();
    const opened = () => readFile(seen, "utf8").catch(() => "");
    if (process.platform === "linux") await expect.poll(opened).toContain("PATH=");
    for (const environment of [inherited, await opened()])
      for (const key of [PLANTED_KEY, ...Object.values(planted)]) expect(environment).not.toContain(key);
  });

  await test.step("the error and the settings say where it would go, and let it", async () => {
    const model = { provider_id: "away", model_id: "far" };
    await chat.call("session.create", { text: "Hello?", model }).catch(() => undefined);
    // The list hears of it a moment later.
    await chat.sessions.filter({ hasText: "Hello?" }).click();
    await expect(chat.alert).toContainText(`AWAY_KEY may not go to ${AWAY} yet`);
    await expect(chat.alert).toContainText("Models and providers");
    await chat.alert.getByRole("button", { name: "Enter the key" }).click();
    const row = chat.page.getByRole("listitem").filter({ hasText: "away" }).first();
    await expect(row).toContainText(`AWAY_KEY may not go to ${AWAY} yet`);
    await row.getByRole("button", { name: `Send AWAY_KEY to ${AWAY}` }).click();
    await expect(row).toContainText("Key from AWAY_KEY");
    // Main keeps what was confirmed in a place of its own: the settings file stays as it was written.
    expect(await readFile(file, "utf8")).toBe(before);
  });

  await test.step("another program leads it elsewhere, or names what is no key", async () => {
    const keyOf = async (id: string) =>
      (await chat.call("providers.list", undefined)).providers.find((provider) => provider.id === id)?.key;
    expect(await keyOf("away")).toEqual({ state: "environment", variable: "AWAY_KEY" });
    const other = { ...away, base_url: "https://evil.example/v1", api_key_env: "AWAY_KEY" };
    const path = { ...away, id: "path", api_key_env: "PATH" };
    const now = JSON.parse(before);
    await writeFile(file, JSON.stringify({ ...now, providers: [now.providers[0], other, path] }));
    await chat.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    const confirm = { variable: "AWAY_KEY", origin: "https://evil.example" };
    await expect.poll(() => keyOf("away")).toMatchObject({ state: "missing", confirm });
    const reason = { key: "key.no-name.reason", params: { variable: "PATH" } };
    expect(await keyOf("path")).toMatchObject({ state: "missing", reason });
    // The user read another address.
    const stale = { provider_id: "away", variable: "AWAY_KEY", origin: AWAY };
    await expect(chat.call("providers.confirm_variable", stale)).rejects.toThrow(
      "key.confirm-changed.message",
    );
    expect(await keyOf("away")).toMatchObject({ state: "missing" });
  });
});
