// Nothing leaves a window: what is said in it loads nothing, and as if the page itself had been taken over there is no way out of it. As an
// ordinary user, with Chromium's sandbox on.
import { ask, expect, test } from "../fixtures/as-user";
import { reply } from "../fixtures/provider/script";
import { tryEveryWayOut } from "../fixtures/ways-out";

test.use({ sharesApp: true });

test("markup in a question, an answer, a thought, an error, a folder, a model and a title loads nothing; nor does a page that tries to", async ({
  open,
  provider,
  trap,
}) => {
  const markup = (name: string) =>
    `<img src="${trap.address}/${name}.png" onerror="window.pwned='${name}'"><script>window.pwned='${name}'</script><svg onload="window.pwned='${name}'">![x](${trap.address}/${name})`;
  const chat = await open({ settings: { models: [{ id: markup("model") }] } });
  const { page } = chat;
  await chat.braid.app.evaluate(({ session }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const { webRequest } = session.defaultSession;
    for (const listen of [webRequest.onCompleted, webRequest.onErrorOccurred])
      listen.call(webRequest, ({ url }: { url: string }) => void asked.push(url));
  });
  provider.listModels([{ id: markup("listed"), name: markup("label") }] as never);
  provider.enqueue(
    [{ reasoning: markup("thought") }, ...reply(markup("answer"))],
    [{ status: 400, message: markup("error") }],
  );
  const made = await ask(chat, [
    ["providers.refresh_models", { provider_id: "scripted" }],
    ["session.create", { workspace_root: `/${markup("folder")}`, title: markup("title") }],
  ]);
  expect(made).toMatchObject([{ ok: true }, { ok: true }]);
  await chat.sessions.first().click();
  await expect(chat.title).toHaveText(markup("title"));
  await chat.send(markup("question"));
  await chat.settled();
  await chat.answer.getByText("Thought").click();
  for (const name of ["answer", "thought"])
    await expect.poll(() => chat.text()).toContain(`<script>window.pwned='${name}'</script>`);
  await chat.send("Once more?");
  await chat.settled("error");
  await page.reload();
  await expect(chat.title).toHaveText(markup("title"));
  await chat.conversation.getByRole("button", { name: "Technical details" }).click();
  await expect(chat.conversation).toContainText(`${trap.address}/error.png`);
  await expect(chat.answers).toHaveCount(2);
  await chat.model.click();
  await expect(chat.modelOptions.filter({ hasText: `${trap.address}/model.png` }).first()).toBeVisible();
  const elements = '#root :is(img, script, iframe, style, svg[onload], a:not([href^="http"]))';
  expect(await page.evaluate((found) => document.querySelectorAll(found).length, elements)).toBe(0);
  await page.keyboard.press("Escape");
  const asked = await chat.braid.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  expect(asked.some((url) => url === "app://braid/index.html")).toBe(true);
  expect(asked.filter((url) => !/^app:\/\/braid\/|^data:image\/png/.test(url))).toEqual([]);
  expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  await tryEveryWayOut(page.mainFrame(), trap);
});
