// A helper at work (AG-2): its line in the conversation tells who works and how far it is, leads to its session and back, and a Stop
// reaches down to the last process.
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { reply, type Script, type Step } from "../fixtures/provider/script";
import { workIn } from "../fixtures/system";

test.use({ sharesApp: true });

let folder: string;
test.beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "braid-project-")));
  await writeFile(join(folder, "notes.txt"), "The answer is forty-two.\n");
});
test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const call = (id: string, name: string, input: unknown): Step => ({ tool: { id, name, input } });
const task = (id: string, description: string, prompt: string, agent: string): Step =>
  call(id, "task", { description, prompt, agent });

/** The newest thing that the user, or the one who asks the helper, has said in a request. */
function orderIn({ body }: RecordedRequest): string {
  const messages = body.messages as { role: string; content: unknown }[];
  const said = messages.findLast(({ role }) => role === "user")?.content;
  return typeof said === "string" ? said : JSON.stringify(said);
}

/** Opens the helper's session from its line by key; resolves when it is shown. */
async function openByKey(chat: Chat, line: Locator, title: string): Promise<void> {
  const button = line.getByRole("button", { name: /^Open the helper/ });
  await expect(button).toBeVisible();
  await button.press("Enter");
  await expect(chat.title).toHaveText(title);
  await expect(chat.composer).toBeFocused();
}

/** Goes back from the helper's session by key. */
async function backByKey(chat: Chat, title: string): Promise<void> {
  const origin = chat.main.getByRole("note", { name: "Where this session comes from" });
  await expect(origin).toContainText(title);
  await origin.getByRole("button", { name: `Back to ${title}` }).press("Enter");
  await expect(chat.title).toHaveText(title);
}

/** The processes that run this command, as the system lists them. */
async function running(command: string): Promise<number> {
  const { execFile } = await import("node:child_process");
  return await new Promise((resolve) =>
    execFile("pgrep", ["-fc", command], (_, stdout) => resolve(Number(stdout.trim()))),
  );
}

test("helper: its line tells who works, how far it is and what it took, and leads to its session; a Stop ends it too [AG-2, AB-3, ST-1]", async ({
  open,
  provider,
}) => {
  const scripts: Record<string, Script[]> = {};
  provider.respond((request) => {
    const order = Object.keys(scripts).find((words) => orderIn(request).includes(words));
    return (order === undefined ? undefined : scripts[order]?.shift()) ?? reply("Nothing more.");
  });
  const chat = await open();
  await workIn(chat, folder);
  const lineOf = (work: string) => chat.answer.locator(".tool").filter({ hasText: work });

  await test.step("while it works, the line says who, and at which step", async () => {
    scripts["Where is the answer?"] = [
      reply("I have it looked up.", task("t1", "Find the answer", "Look it up.", "explore")),
      reply("It is forty-two."),
    ];
    scripts["Look it up."] = [
      reply("I look.", call("r1", "grep", { pattern: "answer" })),
      [{ text: "notes.txt:1 has" }, { gate: "found" }, ...reply(" forty-two.")],
    ];
    await chat.send("Where is the answer?");
    await provider.reached("found");
    const line = lineOf("Find the answer");
    await expect(line).toContainText("Asking a helper");
    await expect(line).toContainText("explore");
    await expect(line).toContainText("step 2 · grep");
    await expect(chat.status).toHaveAttribute("data-state", "busy");
  });

  await test.step("its session opens from the line, is read while it works, and leads back", async () => {
    await openByKey(chat, lineOf("Find the answer"), "Find the answer");
    const order = chat.conversation.getByRole("article", { name: "Order to the helper" });
    await expect(order).toContainText("Look it up.");
    await expect(chat.answer).toContainText("notes.txt:1 has");
    await expect(chat.answer).toHaveAttribute("data-state", "streaming");
    await backByKey(chat, "Where is the answer?");
  });

  await test.step("at the end the line says what it took", async () => {
    provider.open("found");
    await chat.settled();
    const line = lineOf("Find the answer");
    await expect(line).toContainText("Asked a helper");
    await expect(line).toContainText("explore · 2 steps · 34 tokens");
    await expect(chat.answer).toContainText("It is forty-two.");
    await chat.button("Context and cost").press("Enter");
    const spent = chat.page.getByRole("dialog", { name: "Context and cost" });
    // Marked as an estimate where the helper's prompt was longer than its provider says.
    await expect(spent).toContainText(/Helpers ~?34 tokensno price known/);
    await chat.page.keyboard.press("Escape");
    await expect(spent).toHaveCount(0);
    await openByKey(chat, line, "Find the answer");
    await chat.settled();
    await expect(chat.answer).toContainText("notes.txt:1 has forty-two.");
    expect(await findings(chat.page)).toEqual([]);
    await backByKey(chat, "Where is the answer?");
  });

  await test.step("a helper that fails says why in its line, and the parent goes on", async () => {
    scripts["Try again."] = [
      reply(task("t2", "Look once more", "Look closely.", "explore")),
      reply("It failed."),
    ];
    scripts["Look closely."] = [[{ status: 400, message: "no such thing" }]];
    await chat.send("Try again.");
    await chat.settled();
    await expect(chat.answer).toContainText("It failed.");
    await expect(lineOf("Look once more")).toContainText("failed");
  });

  // Another run of this test on the machine waits for another time.
  const sleep = `sleep ${process.pid}7341`;
  await test.step("a Stop of the parent ends its helpers: the command of one, the request of the other", async () => {
    scripts["Do both."] = [
      reply(
        task("t3", "Run the long one", "Run it.", "general"),
        task("t4", "Read the long one", "Read it.", "explore"),
      ),
    ];
    scripts["Run it."] = [reply(call("b1", "bash", { command: `echo begun; ${sleep} & ${sleep}` }))];
    scripts["Read it."] = [[{ text: "I read" }, { gate: "never" }]];
    await chat.send("Do both.");
    const line = lineOf("Run the long one");
    await expect(line).toContainText("The helper needs your permission.");
    await expect(chat.status).toHaveAttribute("data-state", "waiting");
    await openByKey(chat, line, "Run the long one");
    const question = chat.conversation.getByRole("group", { name: "Permission needed" });
    await expect(question).toContainText("echo begun");
    const once = question.getByRole("button", { name: "Once", exact: true });
    // A question takes no press in the moment in which it appears.
    await expect(once).toBeEnabled();
    await once.press("Enter");
    await expect.poll(() => running(sleep)).toBeGreaterThan(0);
    await backByKey(chat, "Where is the answer?");
    await provider.reached("never");
    await expect(lineOf("Read the long one")).toContainText("step 1");
    const reading = provider.requests.find((request) => orderIn(request).includes("Read it."));
    await chat.button("Stop").click();
    await chat.settled("stopped");
    expect((await reading?.closed)?.by).toBe("client");
    await expect.poll(() => running(sleep)).toBe(0);
    const asked = provider.requests.length;
    for (const work of ["Run the long one", "Read the long one"]) {
      await expect(lineOf(work)).toContainText("stopped");
      await expect(lineOf(work).getByRole("button", { name: /^Open the helper/ })).toBeVisible();
    }
    await openByKey(chat, lineOf("Read the long one"), "Read the long one");
    await chat.settled("stopped");
    await expect(chat.answer).toContainText("I read");
    expect(provider.requests).toHaveLength(asked);
  });
});
