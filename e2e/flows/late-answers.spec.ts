// Answers that come after their user has gone on: no draft is lost or doubled by them.
import { expect, test } from "../fixtures/chat";
import { caughtUp, holdAnswers } from "../fixtures/held-calls";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test.use({ sharesApp: true });

test("late answers: a draft that comes after one has come back is there once, and so is a sidecar's that was not made yet [QU-2, BR-4]", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  await sessionsNamed(chat, "plums", "pears");
  const turnTo = async (name: string) => {
    await chat.sessions.filter({ hasText: name }).click();
    await expect(chat.title).toHaveText(name);
  };
  await test.step("left and come back to before its draft is here", async () => {
    await chat.composer.fill("half a thought");
    await turnTo("plums");
    await expect(chat.composer).toHaveValue("");
    // Everything asked for until now has been answered before this is.
    await chat.call("app.info", undefined);
    const drafts = await holdAnswers(chat, "draft.read");
    for (const name of ["pears", "plums", "pears"]) await turnTo(name);
    await expect.poll(drafts.names).toHaveLength(3);
    await drafts.let();
    await expect(chat.composer).toHaveValue("half a thought");
    await caughtUp(chat);
    await expect(chat.composer).toHaveValue("half a thought");
  });
  await test.step("where a found message is read, asked for before its user turned to another session", async () => {
    await turnTo("plums");
    const places = await holdAnswers(chat, "timeline.place");
    await chat.page.keyboard.press("Control+Shift+F");
    const search = chat.page.getByRole("dialog", { name: "Search everywhere" });
    await search.getByRole("searchbox", { name: "Search" }).fill("settled");
    await search.getByRole("group", { name: "plums" }).getByRole("option", { name: "Settled" }).click();
    await expect.poll(places.names).toHaveLength(1);
    await turnTo("pears");
    await places.let();
    await caughtUp(chat);
    await expect(chat.title).toHaveText("pears");
  });
  await test.step("written in a sidecar before that is made, whose session is left meanwhile", async () => {
    const sidecar = chat.page.getByRole("complementary", { name: "Sidecar" });
    const box = sidecar.getByRole("textbox", { name: "Message" });
    const held = await holdAnswers(chat, "sidecar.open");
    await chat.page.keyboard.press("Control+J");
    await expect(box).toBeFocused();
    await chat.page.keyboard.type("By the way");
    await expect.poll(held.names).toHaveLength(1);
    await turnTo("plums");
    await expect(sidecar).toHaveCount(0);
    await held.let();
    await expect(chat.composer).toHaveValue("");
    await turnTo("pears");
    await expect(box).toHaveValue("By the way");
  });
});
