// A sidecar that stands over what is read side by side (BR-4, BR-3): what it covers is there when it is closed, whatever happened meanwhile.
import type { Locator } from "@playwright/test";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const sidePanel = ({ page }: Chat) => page.locator("[data-thread=side]");
const sidecarOf = ({ page }: Chat) => page.getByRole("complementary", { name: "Sidecar" });
const heading = (chat: Chat, name: string) => sidePanel(chat).getByRole("heading", { name });
const rowOf = (chat: Chat, title: string) => chat.sessions.filter({ hasText: title });

/** Two sessions, "left" in the main thread, "right" beside it, and a sidecar of the left one over that. */
async function covered(chat: Chat): Promise<{ left: SessionId; right: SessionId; sidecar: SessionId }> {
  const make = async (text: string) => (await chat.call("session.create", { text })).session.id;
  const [right, left] = [await make("right"), await make("left")];
  await rowOf(chat, "left").click();
  await chat.settled();
  await rowOf(chat, "right").press("Control+Enter");
  await expect(heading(chat, "right")).toBeVisible();
  const isAnswered = async (articles: Locator) => {
    await expect(articles).toHaveCount(2);
    await expect(articles.last()).toHaveAttribute("data-state", "done");
  };
  await isAnswered(sidePanel(chat).getByRole("article"));
  await chat.page.keyboard.press("Control+j");
  await expect(sidecarOf(chat).getByRole("textbox", { name: "Message" })).toBeFocused();
  await chat.page.keyboard.type("by the way");
  await chat.page.keyboard.press("Enter");
  // The app is closed next, which would cut an answer.
  await isAnswered(sidecarOf(chat).getByRole("article"));
  const [sidecar] = await chat.call("sidecar.list", { session_id: left });
  if (sidecar === undefined) throw new Error("no sidecar was made");
  return { left, right, sidecar: sidecar.session.id };
}

/** The window that was closed, as its app has kept it, once for each of these; what was beside it may be of an earlier version, of a hand, or old. */
function keepWindows(dataDir: string, besides: readonly Record<string, unknown>[]): void {
  withDatabase(dataDir, (db) => {
    const kept = db.prepare("SELECT value_json FROM app_state WHERE key = 'windows'").pluck().get() as string;
    const [window] = JSON.parse(kept) as Record<string, unknown>[];
    const windows = besides.map((beside, n) => ({ ...window, slot: `slot ${n}`, beside }));
    db.prepare("UPDATE app_state SET value_json = ? WHERE key = 'windows'").run(JSON.stringify(windows));
  });
}

test("sidecar over two sessions: what it covers is there again when it is closed or promoted, after a restart and a reload too; what is gone, or kept otherwise, stays away [BR-4, BR-3, SE-9]", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Settled."));
  let chat = await open();
  const { left, right, sidecar } = await covered(chat);
  await chat.braid.close();
  const gone = "ses_01234567890123abcdefghijkl";
  keepWindows(dataDir, [
    { session_id: right, covered: true },
    { session_id: gone, covered: true },
    { session_id: left, op_id: "top_none", covered: true },
    { session_id: sidecar, covered: true },
  ]);

  chat = await open();
  await expect.poll(() => chat.braid.app.windows().length).toBe(4);
  const windows = chat.braid.app.windows().map((page) => new Chat(page, chat.braid));
  await test.step("after a restart and a reload it covers what was there, in windows that have kept it otherwise, too", async () => {
    for (const window of windows) {
      await expect(sidecarOf(window).getByRole("article")).toHaveCount(2);
      await expect(heading(window, "right")).toHaveCount(0);
    }
    // The one that was used, and any of them after a reload.
    await expect(chat.composer).toBeFocused();
    await chat.page.reload();
    await expect(sidecarOf(chat).getByRole("article")).toHaveCount(2);
    await expect(heading(chat, "right")).toHaveCount(0);
    await expect(chat.composer).toBeFocused();
  });
  await test.step("closed, that is there again; of what is gone nothing is said", async () => {
    await chat.button("Close sidecar").click();
    // In the window that has kept it; which of the four that is, the order of their pages does not tell.
    const seen = () => Promise.all(windows.map((one) => heading(one, "right").count()));
    await expect.poll(async () => (await seen()).toSorted()).toEqual([0, 0, 0, 1]);
    chat = windows[(await seen()).indexOf(1)] ?? chat;
    await expect(sidePanel(chat).getByRole("article")).toHaveCount(2);
    for (const window of windows.filter((one) => one.page !== chat.page)) {
      await expect(sidecarOf(window)).toHaveCount(0);
      await expect(sidePanel(window)).toHaveCount(0);
      await expect(window.alert).toHaveCount(0);
      await chat.braid.closeWindow(window.page);
    }
  });
  const own = sidecarOf(chat);
  const reopen = async () => {
    await chat.page.getByRole("button", { name: /^Sidecars/ }).click();
    await chat.button("by the way").click();
    await expect(own.getByRole("textbox", { name: "Message" })).toBeFocused();
  };
  await test.step("closed in another window while one writes in it", async () => {
    await reopen();
    await chat.call("sidecar.close", { session_id: sidecar });
    await expect(heading(chat, "right")).toBeVisible();
    // Words written in it then do not go on in the main thread.
    await expect(chat.conversation).toBeFocused();
  });
  await test.step("promoted, it is read in the main thread, beside what it covered", async () => {
    await reopen();
    await chat.button("Promote to branch").click();
    await expect(own).toHaveCount(0);
    await expect(chat.title).toHaveText("by the way");
    await expect(chat.main.getByRole("article")).toHaveText([/left/, /Settled/, /by the way/, /Settled/]);
    await expect(heading(chat, "right")).toBeVisible();
    await expect(sidePanel(chat).getByRole("article")).toHaveText([/right/, /Settled/]);
    await expect(chat.composer).toBeFocused();
    // Words written there are meant for the thread that is seen there.
    await sidePanel(chat).getByRole("textbox", { name: "Message" }).fill("to the right");
    await chat.page.keyboard.press("Enter");
    await expect(sidePanel(chat).getByRole("article")).toHaveCount(4);
    await expect(chat.main.getByRole("article")).toHaveCount(4);
  });
});
