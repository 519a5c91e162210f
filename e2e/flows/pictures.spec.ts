// The window as a stranger sees it: each state must fit. With BRAID_PICTURES its pictures are kept in test-results for people to look at.
import type { MessageId } from "../../src-preload/contract/domain/ids";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillBranches } from "../fixtures/many-rows";
import { refusal, reply, type Script } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

const SIZES = [
  { width: 1280, height: 800 },
  { width: 700, height: 900 },
];

const paragraph =
  "The store appends what arrived and folds it when the turn has settled, so that the cost of a frame does not grow with the text that is already there. ";
const long: Script = [
  { reasoning: "First the plan, then the words." },
  { tool: { id: "call_1", name: "read", input: { path: "src-main/store/transcript/frames.ts" } } },
  ...reply(
    `${paragraph.repeat(3)}\n\n1. One thing.\n2. Another thing.\n\n\`\`\`ts\nconst answer = 42;\n\`\`\`\n\n${paragraph.repeat(4)}`,
  ),
];
const broken = `${"unbroken".repeat(60)} <img src=x onerror=alert(1)> **not closed \`\`\` \u202eright to left\u202c ${"🧶".repeat(40)}\n\n\n\n| a | b\n|--`;

const rich = `# A rich answer

Some **bold** words, \`code\`, a [link](https://example.org), $5, and \\(e^{i\\pi} + 1 = 0\\); a note[^1].

- [x] done
- [ ] open
  - nested

> A quote of two lines,
> kept apart.

\`\`\`ts
// Saved before it is shown.
export async function commit(frame: Frame): Promise<number> {
  const { length } = await store.write(frame, { sync: true });
  return length + 42;
}
\`\`\`

| what | goal | measured |
|:-----|-----:|:--------:|
| start | 1.6 | 1.45 |
| attaching | 1.5 | 1.20 |

\`\`\`mermaid
graph LR; Chunk --> Frame{Frame} --> Saved --> Shown
\`\`\`

![A picture](https://example.org/picture.png)

مرحبا بالعالم، هذا نص من اليمين إلى اليسار.

[^1]: What the note says.
`;

/** So many nodes on each side, each joined with all of the other. */
const joined = (side: string, count: number) => {
  const nodes = (letter: string) => Array.from({ length: count }, (_, at) => `${letter}${at}`).join(" & ");
  return `\`\`\`mermaid\ngraph LR\n${nodes(side)} --> ${nodes("Z")}\n\`\`\``;
};
const asText = `Words and a formula: $${"\\sqrt{".repeat(20)}x${"}".repeat(20)}$.

A diagram of many edges:

${joined("B", 18)}

One of too many:

${joined("A", 36)}

And one that is wrong:

\`\`\`mermaid
graph LR; A--
\`\`\`

That was it.`;

const states: Record<string, (chat: Chat) => Promise<void>> = {
  empty: async (chat) => {
    await expect(chat.composer).toBeFocused();
  },
  long: async (chat) => {
    await chat.send("How is an answer saved while it is written? Please be thorough.");
    await chat.settled();
    await chat.send("And once more, in the same breath?");
    await expect(chat.answers).toHaveCount(2);
    await chat.settled();
  },
  rich: async (chat) => {
    await chat.send("Show all you have.");
    await chat.settled();
    await expect(chat.answer.locator("iframe")).not.toHaveCSS("height", "0px");
    await chat.page.mouse.move(0, 0);
  },
  "shown-as-text": async (chat) => {
    await chat.send("Draw what you can.");
    await chat.settled();
    const tooLarge = chat.answer.locator("figure").filter({ hasText: "A1" });
    await tooLarge.getByRole("button", { name: "Draw it" }).click();
    await expect(tooLarge.getByRole("note")).toContainText("Shown as text");
    await expect(tooLarge.getByRole("button", { name: "Draw it" })).toHaveCount(0);
    await chat.page.mouse.move(0, 0);
  },
  broken: async (chat) => {
    await chat.send(broken);
    await chat.settled();
  },
  waiting: async (chat) => {
    await chat.send("Take your time.");
    await expect(chat.answer).toContainText("A beginning");
    for (const text of ["Then the tests, please.", broken, "And a summary at the end, in one paragraph."]) {
      await chat.composer.fill(text);
      await chat.composer.press("Enter");
      await expect(chat.composer).toHaveValue("");
    }
    await chat.composer.press("Escape");
    await chat.settled("stopped");
    const second = chat.page.getByRole("list", { name: "Waiting messages" }).getByRole("listitem").last();
    await second.getByRole("button", { name: "Edit" }).click();
  },
  error: async (chat) => {
    await chat.send("Are you there?");
    await chat.settled("error");
    await chat.composer.fill("A message that waits");
  },
  "found-and-counted": async (chat) => {
    await chat.send("How is an answer saved?");
    await chat.settled();
    await chat.page.keyboard.press("Control+f");
    await chat.page.getByRole("searchbox", { name: "Find in conversation" }).fill("store");
    await expect(chat.page.locator(".find-count")).toHaveText(/of/);
    await chat.page.getByRole("button", { name: "Context and cost" }).press("Enter");
    await expect(chat.page.getByRole("dialog", { name: "Context and cost" })).toContainText("no price known");
  },
  streaming: async (chat) => {
    await chat.send("Talk.");
    await expect(chat.answer).toContainText("The store appends");
  },
};

states.models = async (chat) => {
  await chat.model.click();
  await expect(chat.modelOptions.first()).toBeVisible();
};
states.slash = async (chat) => {
  await chat.composer.fill("/");
  await expect(chat.page.getByRole("listbox", { name: "Commands" })).toBeVisible();
};
states["go-to"] = async (chat) => {
  for (const text of ["Postcards from Lisbon", broken.slice(0, 200)]) {
    await chat.page.keyboard.press("Control+N");
    await chat.send(text);
    await chat.settled();
  }
  await chat.page.keyboard.press("Control+N");
  await expect(chat.composer).toBeFocused();
  await chat.page.keyboard.press("Control+K");
  await expect(chat.page.getByRole("option").filter({ hasText: "Lisbon" })).toBeVisible();
};
states.keys = async (chat) => {
  await expect(chat.composer).toBeFocused();
  await chat.page.keyboard.press("Control+/");
  await expect(chat.page.getByRole("dialog", { name: "Keys" })).toBeVisible();
};

/** As long as a title may be, and one that would turn the line around. */
const titles = [
  "Postcards from Lisbon",
  "unbroken".repeat(60),
  "\u202eright to left ".repeat(20),
  "Names for a cat",
];
const fillTrash = async (chat: Chat) => {
  await expect(chat.composer).toBeFocused();
  for (const title of Array.from({ length: 5 }, () => titles).flat()) {
    const { session } = await chat.call("session.create", { title: title.slice(0, 500) });
    await chat.call("session.archive", { session_id: session.id });
    await chat.call("trash.put", { session_id: session.id });
  }
};
states["trash-empty"] = async (chat) => {
  await expect(chat.composer).toBeFocused();
  await chat.button("Trash").click();
  await expect(chat.page.getByRole("dialog", { name: "Trash" })).toContainText("kept here");
};
states.trash = async (chat) => {
  await fillTrash(chat);
  await chat.button("Trash").click();
  await chat.button("Empty trash").click();
  await expect(chat.button("Keep")).toBeFocused();
};
states.changes = async (chat) => {
  await fillTrash(chat);
  await chat.call("undo.last", {});
  await chat.composer.fill("/changes");
  await chat.composer.press("Enter");
  await expect(chat.page.getByRole("dialog").getByText("undone")).toBeVisible();
};
states.deleted = async (chat) => {
  await states.long?.(chat);
  await chat.page.keyboard.press("Control+N");
  await chat.send(broken.slice(0, 300));
  await chat.settled();
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("Delete");
  await expect(chat.page.getByRole("region", { name: "Just done" })).toBeVisible();
};
/** A question, and so many branches of it and of each other. */
async function family(chat: Chat, branches: number): Promise<void> {
  await chat.send("Which way shall the store go?");
  await chat.settled();
  withDatabase(chat.braid.dataDir, (db) => fillBranches(db, branches));
  await chat.page.reload();
  await expect(chat.answer).toContainText("By the first.");
}
states.branched = async (chat) => {
  await family(chat, 5);
  await chat.sessions.filter({ hasText: "(3)" }).click();
  await expect(chat.page.getByRole("note").first()).toContainText("Branched from");
};
for (const members of [1, 5, 200])
  states[`family-${members}`] = async (chat) => {
    await family(chat, members - 1);
    await chat.composer.fill("/family");
    await chat.composer.press("Enter");
    await expect(chat.page.getByRole("treeitem", { selected: true }).last()).toBeVisible();
    await expect(chat.page.getByRole("tree", { name: "Sessions of the family" })).toBeFocused();
  };

const editFirst = (chat: Chat) =>
  chat.questions.first().getByRole("button", { name: "Edit and resend" }).click();
states.rewind = async (chat) => {
  await states.long?.(chat);
  await editFirst(chat);
  await expect(chat.page.getByRole("form", { name: "Rewind" })).toContainText("2 turns");
};
states["rewind-refused"] = async (chat) => {
  await chat.send(broken);
  await chat.settled();
  await editFirst(chat);
  const [session] = (await chat.call("session.list", { limit: 1 })).sessions;
  if (session !== undefined) await chat.call("session.send", { session_id: session.id, text: "Between" });
  await expect(chat.answers).toHaveCount(2);
  const editor = chat.page.getByRole("form", { name: "Rewind" });
  await editor.getByRole("button", { name: "Resend" }).click();
  await expect(editor.getByRole("alert")).toBeVisible();
};
states.hidden = async (chat) => {
  await states.long?.(chat);
  for (const count of [1, 2]) {
    await chat.answers.first().getByRole("button", { name: "Try again", exact: true }).click();
    await expect(chat.answers).toHaveCount(1);
    await expect(chat.answer).toContainText(`Version ${count}`);
    await chat.settled();
  }
  await chat.questions.first().getByRole("button", { name: "Edit and resend" }).click();
  const editor = chat.page.getByRole("form", { name: "Rewind" });
  await editor.getByRole("textbox").fill("Said otherwise.");
  await editor.getByRole("button", { name: "Resend" }).click();
  await expect(chat.answer).toContainText("Version 3");
  await chat.settled();
  await chat.answer.getByRole("button", { name: "Try again", exact: true }).click();
  await expect(chat.answer).toContainText("Version 4");
  await chat.settled();
};

const sidecar = ({ page }: Chat) => page.getByRole("complementary", { name: "Sidecar" });
/** Asks in a new sidecar; resolves when it is answered. */
async function askSidecar(chat: Chat, text: string): Promise<void> {
  await chat.page.keyboard.press("Control+j");
  const composer = sidecar(chat).getByRole("textbox", { name: "Message" });
  await expect(composer).toBeFocused();
  await composer.fill(text);
  await composer.press("Enter");
  const last = sidecar(chat).getByRole("article").last();
  await expect(last).toHaveAttribute("data-role", "assistant");
  await expect(last).toHaveAttribute("data-state", "done");
}
states["sidecar-blank"] = async (chat) => {
  await states.long?.(chat);
  await chat.page.keyboard.press("Control+j");
  await expect(sidecar(chat)).toContainText("stays out of the main conversation");
};
states.sidecar = async (chat) => {
  await states.long?.(chat);
  await askSidecar(chat, "By the way: what is a frame?");
  await chat.composer.fill("And the tests?");
  await chat.composer.press("Enter");
  await expect(chat.answer).toContainText("A beginning");
  await sidecar(chat).getByRole("textbox", { name: "Message" }).focus();
};
states["sidecar-broken"] = async (chat) => {
  await chat.send(broken);
  await chat.settled();
  await askSidecar(chat, broken);
  await sidecar(chat).getByRole("button", { name: "Show" }).click();
};
states.sidecars = async (chat) => {
  await chat.send("Which way?");
  await chat.settled();
  for (const text of ["What is a frame?", broken, titles[2] ?? ""]) {
    await askSidecar(chat, text);
    await chat.button("Close sidecar").click();
    await expect(sidecar(chat)).toHaveCount(0);
  }
  await chat.page.getByRole("button", { name: /^Sidecars/ }).click();
  await expect(chat.page.getByRole("button", { name: "New sidecar" })).toBeVisible();
};
const compareWith = async (chat: Chat, question: string) => {
  await chat.send("How is an answer saved while it is written? Please be thorough.");
  await chat.settled();
  const [parent] = (await chat.call("session.list", { limit: 1 })).sessions;
  const from_message_id = await chat.answer.getAttribute("data-message-id");
  if (parent === undefined || from_message_id === null) throw new Error("nothing was answered");
  const { id } = await chat.call("branch.create", {
    parent_session_id: parent.id,
    from_message_id: from_message_id as MessageId,
  });
  await chat.send(question);
  await chat.settled();
  await chat.sessions.filter({ hasText: "(2)" }).click({ modifiers: ["Control"] });
  const beside = chat.page.locator("[data-thread=side]");
  await expect(beside).toContainText("messages in common");
  await chat.call("session.send", { session_id: id, text: `Otherwise: ${question}` });
  await expect(beside.locator("article[data-role=user]").last()).toContainText("Otherwise: ");
  await expect(beside.getByRole("article").last()).toHaveAttribute("data-role", "assistant");
  await expect(beside.getByRole("article").last()).toHaveAttribute("data-state", "done");
};
states.compare = (chat) => compareWith(chat, "And what does a frame cost?");
states["compare-broken"] = (chat) => compareWith(chat, broken);
/** Beside an answer that is being written: what has to wait for its end says so. */
states.compared = async (chat) => {
  await states.long?.(chat);
  await editFirst(chat);
  const editor = chat.page.getByRole("form", { name: "Rewind" });
  await editor.getByRole("textbox").fill("Said otherwise.");
  await editor.getByRole("button", { name: "Resend" }).click();
  await expect(chat.answer).toContainText("The store appends");
  await chat.button("Compare").click();
  await expect(chat.page.getByRole("heading", { name: "2 hidden turns" })).toBeVisible();
  await chat.button("Restore earlier turns").focus();
};

const answers: Record<string, Script[]> = {
  compared: [long, reply(paragraph), reply(paragraph), [{ text: paragraph.repeat(2) }, { gate: "never" }]],
  rewind: [long, reply(paragraph.repeat(2)), reply(paragraph)],
  "rewind-refused": [reply(paragraph), [{ text: paragraph }, { gate: "never" }]],
  hidden: [
    long,
    reply(paragraph),
    reply(paragraph),
    ...[1, 2, 3, 4].map((count) => reply(`Version ${count}. ${paragraph}`)),
  ],
  branched: [reply("By the first.")],
  "sidecar-blank": [long, reply(paragraph.repeat(2)), reply(paragraph)],
  sidecar: [
    long,
    reply(paragraph.repeat(2)),
    reply(paragraph),
    reply(`A **frame** is what one transaction saves:\n\n- text,\n- calls.\n\n${paragraph}`),
    [{ text: "A beginning of an answer. " }, { gate: "never" }],
  ],
  "sidecar-broken": [reply(broken), reply(broken)],
  sidecars: Array.from({ length: 4 }, () => reply(paragraph)),
  compare: [long, reply(paragraph), reply(paragraph.repeat(3)), reply(paragraph.repeat(5))],
  "compare-broken": [long, reply(paragraph), reply(broken), reply(broken)],
  "family-1": [reply("By the first.")],
  "family-5": [reply("By the first.")],
  "family-200": [reply("By the first.")],
  "go-to": [reply("One."), reply("Two.")],
  deleted: [long, ...Array.from({ length: 3 }, () => reply(paragraph.repeat(2)))],
  long: [long, reply(`${paragraph.repeat(2)}`), reply(paragraph.repeat(6))],
  rich: [reply(rich)],
  "shown-as-text": [reply(asText)],
  broken: [reply(broken)],
  "found-and-counted": [reply(paragraph.repeat(4))],
  error: [refusal(401)],
  waiting: [[{ text: "A beginning of an answer. " }, { gate: "never" }]],
  streaming: [[{ reasoning: "Hm." }, { text: paragraph.repeat(2) }, { gate: "never" }]],
};

for (const tab of ["General", "Appearance", "Models and providers", "Answers", "Storage", "Keys"]) {
  const name = `settings-${tab.split(" ")[0]?.toLowerCase()}`;
  states[name] = async (chat) => {
    await expect(chat.composer).toBeFocused();
    await chat.page.keyboard.press("Control+,");
    await chat.page.getByRole("tab", { name: tab }).click();
  };
}

states["providers-open"] = async (chat) => {
  await states["settings-models"]?.(chat);
  const { page } = chat;
  await page.getByRole("button", { name: /^scripted/ }).click();
  await page.getByRole("button", { name: "Edit limits and prices of big" }).click();
  await page.getByRole("button", { name: "Enter a key" }).click();
};
states["first-run"] = async (chat) => {
  const ways = chat.page.getByRole("region", { name: "Three ways to begin" });
  await expect(ways).toContainText("No server found");
  await ways.getByRole("button", { name: "Anthropic" }).click();
};
/** States of an installation in which nothing is set up. */
const fresh = ["first-run"];

for (const [name, reach] of Object.entries(states)) {
  test(`pictures: ${name}`, async ({ open, provider }, testInfo) => {
    provider.enqueue(...(answers[name] ?? []));
    const env = { BRAID_LOCAL_PORTS: "1,1,1" };
    const chat = await open(fresh.includes(name) ? { settings: "none", env } : {});
    await reach(chat);
    for (const size of SIZES) {
      await resize(chat, size.width, size.height);
      for (const colorScheme of process.env.BRAID_PICTURES ? (["light", "dark"] as const) : []) {
        await chat.page.emulateMedia({ colorScheme });
        await chat.page.screenshot({ path: testInfo.outputPath(`${name}-${size.width}-${colorScheme}.png`) });
      }
      // The body clips what is too wide, so the page as a whole never is.
      const overflow = await chat.page.evaluate(() => document.body.scrollWidth - window.innerWidth);
      expect(overflow, `${size.width} px wide`).toBeLessThanOrEqual(0);
      const dialog = chat.page.getByRole("dialog");
      await expect((await dialog.count()) > 0 ? dialog : chat.composer).toBeInViewport({ ratio: 1 });
    }
  });
}
