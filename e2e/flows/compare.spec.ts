// Two conversations side by side: parent and branch with their beginning folded, and hidden turns beside those that are shown.
import type { Locator, Page } from "@playwright/test";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

/** One side: the main thread, or what stands beside it. */
class Side {
  constructor(
    readonly page: Page,
    readonly name: "main" | "side",
  ) {}
  get all(): Locator {
    return this.page.locator(`[data-thread=${this.name}]`);
  }
  get log(): Locator {
    return this.all.getByRole("log", { name: "Conversation" });
  }
  get messages(): Locator {
    return this.log.getByRole("article");
  }
  get composer(): Locator {
    return this.all.getByRole("textbox", { name: "Message", exact: true });
  }
  get top(): Promise<number> {
    return this.log.evaluate((box) => box.scrollTop);
  }
  /** Pixels below the view. */
  get toEnd(): Promise<number> {
    return this.log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  }
  /** The question at the top of the view, or the one whose answer is. */
  get turn(): Promise<string> {
    return this.log.evaluate((box) => {
      // The target of a jump stands a little below the top.
      const top = box.getBoundingClientRect().top + 16;
      const above = [...box.querySelectorAll("article[data-role=user] .text")].filter(
        (said) => (said.closest("article")?.getBoundingClientRect().top ?? Infinity) <= top,
      );
      return above.at(-1)?.textContent ?? "";
    });
  }
}

/** Two frames later: who scrolls, or is led, has done so by then. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))));

const main = ({ page }: Chat) => new Side(page, "main");
const beside = ({ page }: Chat) => new Side(page, "side");
const done = ({ page }: Chat) => page.getByRole("region", { name: "Just done" });
const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => `${word} ${n}`).join("\n\n");

/** Comes after every message. */
const LAST = `msg_${"f".repeat(14)}${"z".repeat(12)}` as MessageId;

/** A session made by calls: each question is answered before the next. */
async function talk(chat: Chat, questions: readonly string[], into?: SessionId): Promise<SessionId> {
  let session_id = into;
  for (const text of questions) {
    if (session_id === undefined) session_id = (await chat.call("session.create", { text })).session.id;
    else await chat.call("session.send", { session_id, text });
    const id = session_id;
    await expect.poll(async () => (await chat.call("session.status", { session_id: id })).state).toBe("idle");
  }
  if (session_id === undefined) throw new Error("nothing was asked");
  return session_id;
}

async function idAt(chat: Chat, session_id: SessionId, index: number): Promise<MessageId> {
  const { messages } = await chat.call("session.messages", { session_id, before: LAST, limit: 200 });
  const message = messages.at(index);
  if (message === undefined) throw new Error(`no message ${index}`);
  return message.id;
}

/** A session with a branch from its fourth message, each gone its own way since; the parent is shown. Its id. */
async function parentAndBranch(chat: Chat, own = ["main 1", "main 2", "main 3"]) {
  const parent = await talk(chat, ["shared 1", "shared 2", ...own]);
  const from_message_id = await idAt(chat, parent, 3);
  const { id: branch } = await chat.call("branch.create", { parent_session_id: parent, from_message_id });
  await chat.call("session.rename", { session_id: branch, title: "The other way" });
  await talk(chat, ["branch 1", "branch 2", "branch 3"], branch);
  await chat.sessions.filter({ hasText: "shared 1" }).click();
  await expect(main(chat).messages.last()).toContainText("line");
  return branch;
}

/** By how much the first turn of one stands higher than that of the other. */
async function pixelsApart(...sides: Side[]): Promise<number> {
  const [a, b] = await Promise.all(
    sides.map(async ({ messages }) => (await messages.first().boundingBox())?.y),
  );
  return Math.abs((a ?? Number.NaN) - (b ?? Number.NaN));
}

test("compare: parent and branch are read side by side from where they part, in step, and written in while the other streams [BR-3b, BR-3]", async ({
  open,
  provider,
}, testInfo) => {
  const chat = await open();
  const { keyboard, mouse } = chat.page;
  provider.respond(({ rawBody }) => reply(lines(rawBody.includes("branch") ? 40 : 25, "line")));
  await parentAndBranch(chat);
  const [left, right] = [main(chat), beside(chat)];
  await test.step("from where they part, side by side", async () => {
    await chat.sessions.filter({ hasText: "The other way" }).press("Control+Enter");
    await expect(right.composer).toBeFocused();
    for (const side of [left, right]) {
      await expect(side.log.getByRole("note")).toContainText("4 messages in common");
      await expect(side.messages).toHaveCount(6);
    }
    await keyboard.press("Escape");
    await expect(right.all).toHaveCount(0);
    await chat.sessions.filter({ hasText: "The other way" }).press("Control+Enter");
    await expect(right.composer).toBeFocused();
    await expect(right.messages).toHaveCount(6);
    const [a, b] = await Promise.all([left.all.boundingBox(), right.all.boundingBox()]);
    expect(Math.abs((a?.width ?? 0) - (b?.width ?? 0))).toBeLessThan(4);
  });
  await test.step("the first turns stand beside each other, whichever of the two is a branch", async () => {
    const apart = () => pixelsApart(left, right);
    await expect.poll(apart).toBeLessThan(1);
    // In the main thread of a branch a line says where that comes from.
    await chat.sessions.filter({ hasText: "The other way" }).click();
    await chat.sessions.filter({ hasText: "shared 1" }).press("Control+Enter");
    await expect(chat.page.getByRole("note", { name: "Where this session comes from" })).toBeVisible();
    await expect(right.messages).toHaveCount(6);
    await expect.poll(apart).toBeLessThan(1);
    await chat.sessions.filter({ hasText: "shared 1" }).click();
    await chat.sessions.filter({ hasText: "The other way" }).press("Control+Enter");
    await expect(right.composer).toBeFocused();
    await expect(right.messages).toHaveCount(6);
    await expect.poll(apart).toBeLessThan(1);
  });
  await test.step("in step by count, by key and by wheel, whichever side is moved", async () => {
    // Drawn as Markdown an answer is higher.
    await expect(chat.page.locator(".text[aria-busy]")).toHaveCount(0);
    await left.log.press("Home");
    await expect.poll(() => right.top).toBe(0);
    for (const key of ["Alt+ArrowDown", "Alt+ArrowDown"]) await keyboard.press(key);
    await expect.poll(() => left.turn).toBe("main 2");
    await expect.poll(() => right.turn).toBe("branch 2");
    await right.log.hover();
    await mouse.wheel(0, 1800);
    await expect.poll(() => right.turn).toBe("branch 3");
    await expect.poll(() => left.turn).toBe("main 3");
    // Out of step, each stays where it is.
    await chat.button("Scroll together").click();
    await expect(chat.button("Scroll together")).toHaveAttribute("aria-pressed", "false");
    await drawn(chat.page);
    const before = await left.top;
    await right.log.hover();
    await mouse.wheel(0, -5000);
    await expect.poll(() => right.top).toBe(0);
    expect(await left.top).toBe(before);
    await chat.button("Scroll together").click();
    await expect.poll(() => right.turn).toBe("branch 3");
    expect(await findings(chat.page)).toEqual([]);
    await chat.page.screenshot({ path: testInfo.outputPath("two-sessions-1280.png") });
  });
  await test.step("where there is no room for two, one is seen at a time", async () => {
    await resize(chat, 700, 900);
    await expect(right.all).toBeVisible();
    await chat.page.screenshot({ path: testInfo.outputPath("two-sessions-700.png") });
    expect(await findings(chat.page)).toEqual([]);
    await right.all.getByRole("button", { name: "shared 1" }).click();
    await expect(left.composer).toBeFocused();
    await expect(right.all).toBeHidden();
    await left.all.getByRole("button", { name: "The other way" }).click();
    await expect(right.composer).toBeFocused();
    await resize(chat, 1280, 800);
  });
  await test.step("what is written in one moves nothing in the other, also while that streams", async () => {
    provider.respond(({ rawBody }) =>
      rawBody.includes("sidecar this")
        ? reply("Said beside.")
        : [{ text: lines(30, "growing") }, { gate: "more" }, ...reply(lines(30, "more"))],
    );
    await left.log.press("End");
    await expect.poll(() => left.toEnd).toBeLessThan(4);
    // The other side follows in steps of its own.
    let still = Number.NaN;
    const isStill = async () => {
      const before = still;
      still = await right.top;
      return still === before;
    };
    await expect.poll(isStill).toBe(true);
    await left.composer.fill("main 4");
    await left.composer.press("Enter");
    await expect(left.messages.last()).toContainText("growing 29");
    await drawn(chat.page);
    expect(await right.top).toBe(still);
    await right.composer.fill("sidecar this");
    await right.composer.press("Enter");
    // Sending a message scrolls to the end: not after the Home below.
    await expect(right.composer).toHaveValue("");
    await expect(right.messages.last()).toContainText("Said beside.");
    await expect(left.messages.last()).toHaveAttribute("data-state", "streaming");
    await right.log.press("Home");
    await expect.poll(() => right.top).toBe(0);
    provider.open("more");
    await expect(left.messages.last()).toContainText("more 29");
    await expect(left.messages.last()).toHaveAttribute("data-state", "done");
    expect(await right.top).toBe(0);
  });
  await test.step("what they share unfolds in both; both are there after a reload; and it is closed", async () => {
    await right.log.getByRole("button", { name: "Show" }).click();
    for (const side of [left, right]) {
      await expect(side.messages.first()).toContainText("shared 1");
      await expect(side.log.getByText("messages in common")).toHaveCount(0);
    }
    await expect(right.log).toBeFocused();
    await chat.page.reload();
    await expect(right.messages.last()).toContainText("Said beside.");
    await expect(left.messages.last()).toContainText("more 29");
    await expect(left.composer).toBeFocused();
    await chat.button("Close split").click();
    await expect(right.all).toHaveCount(0);
    await expect(left.composer).toBeFocused();
  });
});

test("compare: what stands beside is deleted, in another window and in this one, and undone it stands there again [BR-3, DB-10, RW-3]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.respond(() => reply("A line."));
  await parentAndBranch(chat, []);
  const [left, right] = [main(chat), beside(chat)];
  const branch = chat.sessions.filter({ hasText: "The other way" });
  const sidecar = chat.page.getByRole("complementary", { name: "Sidecar" });
  await test.step("nothing stands beside itself", async () => {
    await chat.sessions.filter({ hasText: "shared 1" }).press("Control+Enter");
    await expect(done(chat)).toContainText("This session is shown already.");
    await expect(right.all).toHaveCount(0);
    await done(chat).getByRole("button", { name: "Dismiss" }).press("Escape");
    await expect(done(chat)).toHaveCount(0);
    await expect(left.composer).toBeFocused();
  });
  await test.step("deleted in another window while one writes in it", async () => {
    await branch.click({ modifiers: ["Control"] });
    await right.composer.fill("half a thou");
    const other = await chat.newWindow();
    await other.sessions.filter({ hasText: "The other way" }).press("Delete");
    await expect(done(chat)).toContainText("Moved to the trash: \u2068The other way\u2069");
    await expect(right.all).toHaveCount(0);
    // The rest of the thought is not for the other one.
    await expect(left.log).toBeFocused();
    await done(chat).getByRole("button", { name: "Undo" }).click();
    await expect(right.composer).toHaveValue("half a thou");
    await expect(right.log.getByRole("note").first()).toContainText("4 messages in common");
  });
  await test.step("deleted in this one", async () => {
    await branch.press("Delete");
    await expect(right.all).toHaveCount(0);
    await chat.page.keyboard.press("Control+Z");
    await expect(right.messages).toHaveCount(6);
    await expect(done(chat)).toContainText("Back from the trash: \u2068The other way\u2069");
    await expect(done(chat).getByRole("button", { name: "Show" })).toHaveCount(0);
    await expect(left.messages).toHaveCount(0);
  });
  await test.step("a sidecar takes its place, and closed gives it back", async () => {
    await left.composer.press("Control+j");
    // The key closes it for who is in it.
    await expect(sidecar.getByRole("textbox", { name: "Message" })).toBeFocused();
    await chat.page.keyboard.press("Control+j");
    await expect(right.all.getByRole("heading", { name: "The other way" })).toBeVisible();
    await expect(right.messages).toHaveCount(6);
  });
  await test.step("its first turn is asked anew: what that hides is marked there, and compared in its place", async () => {
    const hidden = right.log.getByRole("note").filter({ hasText: "turns hidden" });
    await expect(hidden).toHaveCount(0);
    await right.messages.first().getByRole("button", { name: "Edit and resend" }).click();
    await right.log.getByRole("form", { name: "Rewind" }).getByRole("textbox").fill("branch anew");
    await chat.page.keyboard.press("Enter");
    await expect(right.messages).toHaveCount(2);
    await expect(hidden).toContainText("3 turns hidden");
    await hidden.getByRole("button", { name: "Compare" }).click();
    await expect(right.all.getByRole("heading", { name: "3 hidden turns" })).toBeVisible();
    await expect(left.messages).toHaveCount(2);
    // The note does not offer turns that the side panel shows already.
    await expect(left.log.getByRole("note").filter({ hasText: "turns hidden" })).toHaveCount(0);
  });
});

test("compare: hidden turns are read beside those that are shown, from where they part, after a reload too, and restored at their height [RW-3, SE-9]", async ({
  open,
  provider,
}, testInfo) => {
  const chat = await open();
  provider.respond(({ rawBody }) => reply(lines(30, rawBody.includes("otherwise") ? "new" : "old")));
  const session_id = await talk(chat, ["question 1", "question 2", "question 3"]);
  const message_id = await idAt(chat, session_id, 2);
  await chat.call("timeline.rewind", { session_id, message_id, text: "otherwise" });
  await chat.sessions.filter({ hasText: "question 1" }).click();
  const [left, right] = [main(chat), beside(chat)];
  await expect(left.messages.last()).toContainText("new 29");
  await chat.settled();
  // Drawn as Markdown it is higher: nothing moves beneath the press.
  await expect(chat.page.locator(".text[aria-busy]")).toHaveCount(0);
  const isThere = async () => {
    await expect(right.all.getByRole("heading", { name: "2 hidden turns" })).toBeVisible();
    await expect(right.messages).toHaveCount(4);
    await expect(left.messages).toHaveCount(2);
  };
  await test.step("from where they part; they may be branched from, and are not written in", async () => {
    await left.log.getByRole("button", { name: "Compare" }).click();
    await isThere();
    await expect(right.log).toBeFocused();
    await expect(left.messages.first()).toBeInViewport();
    await expect(right.messages.first()).toBeInViewport();
    const areAtTheirTop = async () => [await left.top, await right.top].map((top) => top < 40);
    await expect.poll(areAtTheirTop).toEqual([true, true]);
    await expect.poll(() => pixelsApart(left, right)).toBeLessThan(1);
    await expect(right.composer).toHaveCount(0);
    await expect(left.log.getByRole("button", { name: "Edit and resend" })).not.toHaveCount(0);
    await expect(right.log.getByRole("button", { name: "Edit and resend" })).toHaveCount(0);
    await expect(right.log.getByRole("button", { name: "Branch from here" })).not.toHaveCount(0);
    expect(await findings(chat.page)).toEqual([]);
    await chat.page.screenshot({ path: testInfo.outputPath("hidden-turns.png") });
  });
  await test.step("a sidecar of what is hidden takes its place, and gives it back", async () => {
    await right.messages.last().getByRole("button", { name: "Ask aside" }).click();
    const sidecar = chat.page.getByRole("complementary", { name: "Sidecar" });
    await expect(sidecar.getByRole("textbox", { name: "Message" })).toBeFocused();
    await expect(sidecar).toContainText("Knows the conversation up to old 0");
    await expect(right.all.getByRole("heading", { name: "2 hidden turns" })).toHaveCount(0);
    await chat.button("Close sidecar").click();
    await isThere();
    await expect(left.composer).toBeFocused();
  });
  await test.step("there after a reload", async () => {
    await chat.page.reload();
    await isThere();
    await expect(left.composer).toBeFocused();
  });
  await test.step("restored, what was read stays at its height", async () => {
    // Words are drawn once the code that draws them is there: until then there is less to be scrolled.
    await expect(chat.page.locator(".text[aria-busy]")).toHaveCount(0);
    await right.log.evaluate((box) => box.scrollTo({ top: 700 }));
    await expect.poll(() => right.top).toBe(700);
    const id = await right.messages.filter({ hasText: "old" }).first().getAttribute("data-message-id");
    const heightIn = async ({ log }: Side) => {
      const article = log.locator(`article[data-message-id="${id}"]`);
      const [a, b] = await Promise.all([article.boundingBox(), log.boundingBox()]);
      return Math.round((a?.y ?? Number.NaN) - (b?.y ?? 0));
    };
    const height = await heightIn(right);
    await right.all.getByRole("button", { name: "Switch to this version" }).click();
    await expect(right.all).toHaveCount(0);
    await expect(left.messages).toHaveCount(6);
    await expect.poll(() => heightIn(left)).toBe(height);
    await expect(left.composer).toBeFocused();
    // A comparison that was closed is not there at the next start either.
    await chat.page.reload();
    await expect(left.messages.last()).toContainText("old 29");
    await expect(right.all).toHaveCount(0);
  });
  await test.step("a double click restores once", async () => {
    await left.log.getByRole("button", { name: "Restore earlier turns" }).dblclick();
    await expect(left.messages.last()).toContainText("new 29");
    await expect(chat.page.getByText("Earlier turns restored.")).toBeAttached();
    await expect(chat.alert).toHaveCount(0);
  });
});
