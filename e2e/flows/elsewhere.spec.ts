// Who has gone elsewhere while a call is under way stays there, with the keys: what comes late takes neither.
import type { Locator } from "@playwright/test";
import type { CallName } from "../../src-preload/contract/window/calls";
import { type Chat, expect, test } from "../fixtures/chat";
import { caughtUp, holdAnswers, holdCalls } from "../fixtures/held-calls";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";
import { begun, queue, holdAnswers as unfinished, waiting, within } from "../fixtures/waiting";

const palette = ({ page }: Chat) => page.getByRole("combobox", { name: "Go to or do" });
const filter = ({ page }: Chat) => page.getByRole("searchbox", { name: "Filter sessions" });
const sidecar = ({ page }: Chat) => page.getByRole("complementary", { name: "Sidecar" });
const action = (chat: Chat, name: string): Locator => chat.answer.getByRole("button", { name, exact: true });

interface Deed {
  call: CallName;
  press: () => Promise<unknown>;
  /** Resolves when its end is seen. */
  done: () => Promise<unknown>;
}

/** In the palette, and at the list of sessions: what is written there stands there before and after. */
async function staysElsewhere(chat: Chat, { call, press, done }: Deed, where: "palette" | "filter") {
  const held = await holdAnswers(chat, call);
  await press();
  await expect.poll(held.names).toEqual([call]);
  const field = where === "palette" ? palette(chat) : filter(chat);
  if (where === "palette") await chat.page.keyboard.press("Control+K");
  else await field.click();
  await expect(field).toBeFocused();
  await chat.page.keyboard.type("ro");
  await expect(field).toHaveValue("ro");
  // Those that the filter finds have come: what takes the place of one that is deleted is found among them.
  if (where === "filter") await expect(chat.sessions).not.toHaveCount(0);
  await held.let();
  await done();
  await caughtUp(chat);
  await expect(field).toBeFocused();
  await chat.page.keyboard.type("o");
  await expect(field).toHaveValue("roo");
  if (where === "palette") await chat.page.keyboard.press("Escape");
  else await field.fill("");
  await expect(palette(chat)).toHaveCount(0);
  await expect(chat.composer).toHaveValue("");
}

for (const where of ["palette", "filter"] as const) {
  test(`[RW-2] [BR-1] [BR-3] what is tried again, branched, put beside or deleted late takes no focus and no key out of the ${where}`, async ({
    open,
    provider,
  }) => {
    provider.respond(() => reply("Yes."));
    const chat = await open();
    await sessionsNamed(chat, "Root", "Rook");
    // Under a dialog, where no role is.
    const last = chat.page.locator("[data-thread=main] article").last();
    const title = chat.page.locator(".session-bar h1");
    const before = (await chat.answer.getAttribute("data-message-id")) ?? "";
    await staysElsewhere(
      chat,
      {
        call: "timeline.retry",
        press: () => action(chat, "Try again").click(),
        done: () => expect(last).not.toHaveAttribute("data-message-id", before),
      },
      where,
    );
    await chat.settled();
    await staysElsewhere(
      chat,
      {
        call: "branch.create",
        press: () => action(chat, "Branch from here").click(),
        done: () => expect(title).toHaveText("Rook (2)"),
      },
      where,
    );
    const beside = chat.page.locator("#side-panel");
    await staysElsewhere(
      chat,
      {
        call: "branch.shared",
        press: () => chat.sessions.filter({ hasText: "Root" }).click({ modifiers: ["Control"] }),
        done: () => expect(beside).toBeVisible(),
      },
      where,
    );
    await chat.composer.fill("/delete");
    await staysElsewhere(
      chat,
      {
        call: "trash.put",
        press: () => chat.composer.press("Enter"),
        done: () => expect(title).not.toHaveText("Rook (2)"),
      },
      where,
    );
  });
}

test("[RW-2] [BR-1] who has stayed is led to the composer, with what was typed meanwhile, and where he has left, that waits there", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const { keyboard } = chat.page;
  await sessionsNamed(chat, "Root");
  const retries = await holdAnswers(chat, "timeline.retry");
  await action(chat, "Try again").click();
  await keyboard.type("on");
  await expect.poll(retries.names).toHaveLength(1);
  await retries.let();
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue("on");
  await chat.settled();
  const again = await holdAnswers(chat, "timeline.retry");
  await action(chat, "Try again").click();
  await keyboard.type(" and on");
  await expect.poll(again.names).toHaveLength(1);
  await filter(chat).click();
  await keyboard.type("ro");
  await expect(filter(chat)).toHaveValue("ro");
  await expect(chat.composer).toHaveValue("on and on");
  await again.let();
  await chat.settled();
  await caughtUp(chat);
  await expect(filter(chat)).toBeFocused();
});

test("[BR-4] a sidecar that is promoted late takes nobody away from the session he has gone to meanwhile", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "Apples", "Root");
  await chat.page.keyboard.press("Control+J");
  const composer = sidecar(chat).getByRole("textbox", { name: "Message" });
  await expect(composer).toBeFocused();
  await chat.page.keyboard.type("A sidecar");
  await chat.page.keyboard.press("Enter");
  await expect(sidecar(chat).getByRole("article")).toHaveCount(2);
  const held = await holdAnswers(chat, "sidecar.promote");
  await sidecar(chat).getByRole("button", { name: "Promote to branch" }).click();
  await expect.poll(held.names).toHaveLength(1);
  await chat.sessions.filter({ hasText: "Apples" }).click();
  await expect(chat.title).toHaveText("Apples");
  await chat.composer.click();
  await chat.page.keyboard.type("of ap");
  await held.let();
  await expect(chat.sessions).toHaveCount(3);
  await caughtUp(chat);
  await chat.page.keyboard.type("ples");
  await expect(chat.title).toHaveText("Apples");
  await expect(chat.composer).toHaveValue("of apples");
});

test("[BR-4] a sidecar that comes late takes no key out of the settings", async ({ open, provider }) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "Root");
  const held = await holdAnswers(chat, "sidecar.open");
  await chat.page.keyboard.press("Control+J");
  await expect.poll(held.names).toHaveLength(1);
  await chat.page.keyboard.press("Control+,");
  const search = chat.page.getByRole("dialog", { name: "Settings" }).getByRole("searchbox");
  await expect(search).toBeFocused();
  await chat.page.keyboard.type("note");
  await expect(search).toHaveValue("note");
  await held.let();
  await expect(chat.page.locator("#side-panel")).toBeVisible();
  await caughtUp(chat);
  await expect(search).toBeFocused();
});

test("[QU-1] the editor of a waiting message that comes late leaves the focus where its user writes, and so does what it saves", async ({
  open,
  provider,
}) => {
  unfinished(provider);
  const chat = await open();
  const { keyboard } = chat.page;
  await begun(chat);
  await queue(chat, "one");
  const reads = await holdAnswers(chat, "queue.read");
  await within(waiting(chat.page).first(), "Edit").click();
  await expect.poll(reads.names).toHaveLength(1);
  await chat.composer.click();
  await keyboard.type("the ");
  await reads.let();
  const box = chat.page.getByRole("textbox", { name: "Waiting message" });
  await expect(box).toHaveValue("one");
  await keyboard.type("next");
  await expect(chat.composer).toHaveValue("the next");
  const saves = await holdAnswers(chat, "queue.edit");
  await box.click();
  await keyboard.type(" two");
  await keyboard.press("Enter");
  await expect.poll(saves.names).toHaveLength(1);
  await chat.composer.click();
  await saves.let();
  await expect(box).toHaveCount(0);
  await keyboard.type(" message");
  await expect(chat.composer).toHaveValue("the next message");
});

test("a key that is kept late leaves the focus where its user has gone in the settings", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.page.keyboard.press("Control+,");
  const dialog = chat.page.getByRole("dialog", { name: "Settings", exact: true });
  await dialog.getByRole("tab", { name: "Models and providers" }).click();
  await dialog.getByRole("button", { name: /^scripted/ }).click();
  await dialog.getByRole("button", { name: /the key|a key/ }).click();
  await dialog.getByLabel("API key").fill("sk-1");
  const held = await holdCalls(chat, "providers.set_key");
  await chat.page.keyboard.press("Enter");
  await expect.poll(held.names).toHaveLength(1);
  const search = dialog.getByRole("searchbox", { name: "Search settings" });
  await search.click();
  await held.let();
  await expect(dialog.getByLabel("API key")).toHaveCount(0);
  await expect(search).toBeFocused();
});
