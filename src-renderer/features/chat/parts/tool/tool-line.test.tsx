import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { ToolPart } from "../../../../../src-preload/contract/domain/call-texts";
import type { BraidPart } from "../../../../../src-preload/contract/domain/messages";
import { TOOL_ENDS } from "../../../../../src-preload/contract/domain/messages";
import "../../../../platform/language/rest-words";
import { speak } from "../../../../platform/language/language";
import { DiffView } from "../../../../thread/diff/diff-view";
import { CallRun } from "./call-run";
import { Details } from "./tool-details";
import { ToolLine } from "./tool-line";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
  vi.stubGlobal("document", { documentElement: {} });
});

// Drawn without a page, the stores have no snapshots of a server.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}));

const call = (name: string, more: object): ToolPart =>
  ({
    type: `tool-${name}`,
    toolCallId: "1",
    state: "output-available",
    input: {},
    ...more,
  }) as unknown as ToolPart;
const drawn = (part: ToolPart) =>
  renderToStaticMarkup(<ToolLine name="0" part={part} live={false} byUser={false} />);
/** The words of the line, as they are read one after the other. */
const wordsOf = (page: string) =>
  page
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const SESSION = "ses_0123456789abcdABCDEFGHIJKL";
const diff = { path: "/a.ts", patch: "@@ -1 +1 @@\n-a\n+b\n", added: 12, removed: 3 };

it.each([
  [call("read", { input: { path: "/a.ts" }, output: { text: "a", ms: 30 } }), "Read /a.ts done"],
  [
    call("edit", { input: { path: "/a.ts" }, output: { text: "", diffs: [diff] } }),
    "Changed /a.ts +12 −3 done",
  ],
  [
    call("bash", { input: { command: "npm test" }, output: { text: "", ms: 3200, command: { code: 1 } } }),
    "Ran npm test exit code 1 3 s done",
  ],
  [
    call("bash", { input: { command: "npm test" }, output: { text: "one\ntwo\n" }, preliminary: true }),
    "Running npm test two running",
  ],
  [
    call("web_fetch", { state: "input-available", input: { url: "https://a.b/" } }),
    "Fetching https://a.b/ running",
  ],
  [call("write", { state: "approval-requested", input: { path: "/b" } }), "Write /b waiting for permission"],
  [
    call("task", {
      input: { description: "Find it" },
      output: { text: "The helper is at step 2.", session_id: SESSION, helper: { steps: 2, tool: "grep" } },
      preliminary: true,
    }),
    "Asking a helper Find it step 2 · grep running Open",
  ],
  [
    call("task", {
      input: { description: "Find it" },
      output: { text: "…", session_id: SESSION, helper: { steps: 2, tool: "bash", waiting: true } },
      preliminary: true,
    }),
    "Asking a helper Find it step 2 · bash waiting for you The helper needs your permission. Open",
  ],
  [
    call("task", {
      input: { description: "Find it" },
      output: { text: "There.", session_id: SESSION, helper: { agent: "explore", steps: 3, tokens: 4321 } },
    }),
    "Asked a helper Find it done explore · 3 steps · 4,321 tokens Open",
  ],
  [
    call("task", {
      input: { description: "Find it" },
      output: {
        text: "The helper failed: …",
        session_id: SESSION,
        helper: { agent: "explore", steps: 1, tokens: 0, ended: "failed" },
      },
    }),
    "Asked a helper Find it failed explore · one step Open",
  ],
  [
    call("task", {
      input: { description: "Find it" },
      output: { text: "…", session_id: SESSION, helper: { agent: "explore", steps: 2 }, ended: "stopped" },
    }),
    "Ask a helper Find it stopped explore · 2 steps Open",
  ],
  [
    call("task", { input: { description: "Find it" }, output: { text: "There.", session_id: "ses_../x" } }),
    "Asked a helper Find it done",
  ],
  [call("fly", { input: { to: "the moon" }, output: "landed" }), "fly the moon done"],
])("a call is one line: %#", (part, words) => {
  const page = drawn(part);
  expect(wordsOf(page)).toBe(words);
  expect(page).toContain(`data-tool-state="${part.state}"`);
});

it("an opened call shows what cannot be seen in its input, from left to right", () => {
  const part = call("bash", { input: { command: "rm \u202e-rf" }, output: { text: "gone" } });
  const page = renderToStaticMarkup(<Details part={part} />);
  expect(page).toMatch(/<pre[^>]* dir="ltr">rm ⟨U\+202E⟩-rf<\/pre>/);
  expect(page).toMatch(/<pre[^>]* dir="ltr">gone<\/pre>/);
});

it("speaks the reader's language", () => {
  speak("de");
  expect(wordsOf(drawn(call("read", { input: { path: "/a.ts" }, output: "" })))).toBe("Gelesen /a.ts fertig");
  speak("en");
});

it("[LY-6] says of a call whose end nobody saw that it may have run", () => {
  const page = drawn(
    call("bash", {
      state: "output-error",
      input: { command: "deploy" },
      errorText: TOOL_ENDS["host-restart"],
    }),
  );
  expect(page).toMatch(/class="tool-error">.*may have run/);
});

it("a run of readings says how many files it read, and how often it searched", () => {
  const read = (path: string) => call("read", { input: { path }, output: "" });
  const parts: BraidPart[] = [
    read("/a"),
    { type: "step-start" },
    read("/b"),
    read("/a"),
    call("grep", { output: "" }),
  ];
  const page = renderToStaticMarkup(
    <CallRun name="run 0" parts={parts}>
      lines
    </CallRun>,
  );
  expect(wordsOf(page)).toBe("Read 2 files, searched once");
});

it("a change is signed, numbered and bounded, and a large one says so", () => {
  const page = renderToStaticMarkup(<DiffView diffs={[{ ...diff, path: "/app/a.ts" }]} folder="/app" />);
  expect(page).toContain("<bdi>a.ts</bdi>");
  expect(page).toMatch(
    /data-kind="removed"><span[^>]*data-number="1"><\/span><span class="diff-sign">−<\/span>/,
  );
  expect(page).toMatch(
    /data-kind="added"><span[^>]*data-number="1"><\/span><span class="diff-sign">\+<\/span>/,
  );
  const large = renderToStaticMarkup(
    <DiffView diffs={[{ ...diff, patch: `@@ -0,0 +1,999 @@\n${"+x\n".repeat(999)}` }]} folder={undefined} />,
  );
  expect(large.match(/data-kind="added"/g)).toHaveLength(400);
  expect(large).toContain("… and 599 more lines");
  const many = Array.from({ length: 5 }, () => ({ ...diff, patch: "+x\n".repeat(150) }));
  const all = renderToStaticMarkup(<DiffView diffs={many} folder={undefined} />);
  expect(all.match(/data-kind="added"/g)).toHaveLength(400);
  expect(all.match(/class="diff-name"/g)).toHaveLength(5);
  expect(all).toContain("… and 150 more lines");
  const none = renderToStaticMarkup(<DiffView diffs={[{ ...diff, patch: "" }]} folder={undefined} />);
  expect(none).toContain("too large to be shown");
});

it("[PM-2] a change that is asked is shown whole, or its reader is sent to the call", () => {
  const patch = `@@ -0,0 +1,5000 @@\n+${"x".repeat(3_000)}y\n${"+x\n".repeat(4_999)}`;
  const asked = (one: typeof diff) =>
    renderToStaticMarkup(<DiffView diffs={[one]} folder={undefined} asked />);
  const page = asked({ ...diff, patch });
  expect(page.match(/data-kind="added"/g)).toHaveLength(5_000);
  expect(page).toContain(`${"x".repeat(3_000)}y<`);
  expect(page).not.toContain("more line");
  expect(asked({ ...diff, patch: "" })).toContain("The line of the call above has it whole");
});

it("[RN-6c] a call whose output was summarised says so on its line, and shows output and summary when it is opened", () => {
  const part = call("bash", { output: { text: "all of it" } });
  const line = (summary?: string) =>
    renderToStaticMarkup(<ToolLine name="0" part={part} live={false} byUser={false} summary={summary} />);
  expect(line("<b>few</b> words")).toContain("Summarised for the model");
  expect(line()).not.toContain("Summarised");
  const opened = renderToStaticMarkup(<Details part={part} summary="<b>few</b> words" />);
  expect(opened).toContain("all of it");
  expect(opened).toContain("&lt;b&gt;few&lt;/b&gt; words");
});

it("[SE-5a] the error of a folded call is found in the place that stands for the call, and not once more", () => {
  const page = drawn(call("read", { state: "output-error", errorText: "no such file" }));
  expect(page).toContain("no such file");
  expect(page.match(/data-findable/g)).toHaveLength(1);
});
