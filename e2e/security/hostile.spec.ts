// What a model, a provider or a title says is text: nothing of it runs, and nothing of it is fetched.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

test("HTML, scripts and images in an answer, a title, an error and a model's name are text only", async ({
  open,
  provider,
}) => {
  const fetched: string[] = [];
  const trap = createServer((request, response) => {
    fetched.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await once(trap, "listening");
  const there = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  const hostile = (name: string) =>
    [
      `<img src="${there}/${name}.png" onerror="window.pwned='${name}'">`,
      `<script>window.pwned='${name}'</script>`,
      `<iframe src="${there}/${name}.html"></iframe><svg onload="window.pwned='${name}'">`,
      `![x](${there}/${name}-markdown.png) [click](javascript:window.pwned='${name}')`,
      `<a href="${there}/${name}">link</a><style>@import "${there}/${name}.css";*{background:url(${there}/${name}-css.png)}</style>`,
    ].join(" ");
  const model = "<b>bold</b><img src=x onerror=window.pwned='model'>";
  provider.enqueue(
    [{ reasoning: hostile("reasoning") }, ...reply(hostile("answer"))],
    [{ status: 400, message: hostile("error") }],
  );
  const chat = await open({ settings: { models: [{ id: model }] } });
  await chat.send(hostile("question"));
  await chat.settled();
  await chat.answer.getByText("Thought").click();
  // Markup stands there as the text it is; a link with a scheme that is not followed is its words.
  for (const name of ["answer", "reasoning"])
    for (const tag of [
      `<script>window.pwned='${name}'</script>`,
      `<iframe src="${there}/${name}.html">`,
      "<style>@import",
    ])
      await expect.poll(() => chat.text()).toContain(tag);
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("F2");
  await chat.page.getByRole("textbox", { name: "Session title" }).fill(hostile("title"));
  await chat.page.keyboard.press("Enter");
  await expect(chat.title).toHaveText(hostile("title"));
  await chat.send("Once more?");
  await chat.settled("error");
  await expect(chat.alert).toContainText(`<img src="${there}/error.png"`);
  await expect(chat.answer).toContainText(model);

  await chat.page.reload();
  await expect(chat.title).toHaveText(hostile("title"));
  await expect(chat.answers).toHaveCount(2);
  const made = await chat.page.evaluate(
    () =>
      document.querySelectorAll(
        '#root :is(img, script, iframe, style, b, svg[onload], a:not([href^="http"]))',
      ).length,
  );
  expect(made).toBe(0);
  expect(await chat.page.evaluate(() => (window as unknown as { pwned?: string }).pwned)).toBeUndefined();
  expect(fetched).toEqual([]);
  expect(provider.requests).toHaveLength(2);
  trap.close();
});
