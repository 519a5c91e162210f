// Keys in variables: settings.json may name any of them for any address, so main asks first; and what main starts inherits none.
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, PLANTED_KEY, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

const AWAY = "https://models.example.org";
const away = { id: "away", type: "openai-compatible", base_url: `${AWAY}/v1`, models: [{ id: "far" }] };

test("a variable goes nowhere before its user has let it go there, once; the settings and the error say where", async ({
  open,
  dataDir,
}) => {
  const settings = { others: [{ ...away, api_key_env: "AWAY_KEY" }] };
  const env = { AWAY_KEY: "sk-away-0123456789" };
  const chat = await open({ settings, env });
  const file = await readFile(join(dataDir, "settings.json"), "utf8");
  const asked = { provider_id: "away", model_id: "far" };
  await chat.call("session.create", { text: "Hello?", model: asked }).catch(() => undefined);
  await chat.sessions.first().click();
  await expect(chat.alert).toContainText(`AWAY_KEY may not go to ${AWAY} yet`);
  await expect(chat.alert).toContainText("Models and providers");
  await chat.alert.getByRole("button", { name: "Open settings" }).click();

  const row = chat.page.getByRole("listitem").filter({ hasText: "away" }).first();
  await expect(row).toContainText(`AWAY_KEY may not go to ${AWAY} yet`);
  await row.getByRole("button", { expanded: false }).click();
  await row.getByRole("button", { name: `Send AWAY_KEY to ${AWAY}` }).click();
  await expect(row).toContainText("Key from AWAY_KEY");
  // Main keeps what was confirmed in a place of its own: the settings file stays as it was written.
  expect(await readFile(join(dataDir, "settings.json"), "utf8")).toBe(file);
  await chat.braid.close();

  const again = await open({ settings, env });
  const providers = async () => (await again.call("providers.list", undefined)).providers;
  const keyOf = async (id: string) => (await providers()).find((provider) => provider.id === id)?.key;
  expect(await keyOf("away")).toEqual({ state: "environment", variable: "AWAY_KEY" });
  // Another program leads it elsewhere, or names what is no key.
  const other = { ...away, base_url: "https://evil.example/v1", api_key_env: "AWAY_KEY" };
  const path = { ...away, id: "path", api_key_env: "PATH" };
  const now = JSON.parse(file);
  await writeFile(
    join(dataDir, "settings.json"),
    JSON.stringify({ ...now, providers: [now.providers[0], other, path] }),
  );
  await again.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect
    .poll(() => keyOf("away"))
    .toMatchObject({
      state: "missing",
      confirm: { variable: "AWAY_KEY", origin: "https://evil.example" },
    });
  expect(await keyOf("path")).toMatchObject({
    state: "missing",
    reason: { key: "key.no-name.reason", params: { variable: "PATH" } },
  });
  // What its user read was another address.
  const stale = { provider_id: "away", variable: "AWAY_KEY", origin: AWAY };
  await expect(again.call("providers.confirm_variable", stale)).rejects.toThrow(
    "key.confirm-changed.message",
  );
  expect(await keyOf("away")).toMatchObject({ state: "missing" });
});

test("what main starts, and what opens a link, inherits no key; main itself has it", async ({
  open,
  provider,
  dataDir,
}) => {
  const bin = join(dataDir, "bin");
  const seen = join(dataDir, "opened-with");
  await mkdir(bin);
  await writeFile(
    join(bin, "xdg-open"),
    `#!/bin/sh\n/usr/bin/env > '${seen}.new'\nmv '${seen}.new' '${seen}'\n`,
  );
  await chmod(join(bin, "xdg-open"), 0o755);
  provider.enqueue(reply("[the page](https://example.org/a)"));
  const chat = await open({ env: { PATH: `${bin}:${process.env.PATH}`, HF_TOKEN: "hf-planted-9c1d" } });
  await chat.send("Where?");
  await chat.settled();
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${PLANTED_KEY}`);
  const inherited = await chat.braid.app.evaluate(() =>
    process.getBuiltinModule("node:child_process").execFileSync("/usr/bin/env", { encoding: "utf8" }),
  );
  await chat.answer.getByRole("link", { name: "the page" }).click();
  const opened = () => readFile(seen, "utf8").catch(() => "");
  if (process.platform === "linux") await expect.poll(opened).toContain("PATH=");
  for (const environment of [inherited, await opened()]) {
    expect(environment).not.toContain(PLANTED_KEY);
    expect(environment).not.toContain("hf-planted-9c1d");
  }
  expect(inherited).toContain(`PATH=${bin}`);
});
