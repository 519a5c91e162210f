import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { MessageId, SessionId } from "../../../../../src-preload/contract/domain/ids";
import type { BraidPart, StoredMessage } from "../../../../../src-preload/contract/domain/messages";
import type {
  AskedQuestion,
  JudgedNeed,
  PermissionPart,
  PermissionQuestion,
  QuestionPart,
} from "../../../../../src-preload/contract/domain/permissions";
import "../../../../platform/language/rest-words";
import { stateOf } from "../../../../thread/message-state";
import { MessageCell } from "../../../../thread/view/message-cell";
import { CellContext } from "../../opened";
import "..";
import { PermissionGroup } from "../permission/permission-group";
import { kind as permissionKind } from "../permission.part";
import { QuestionForm } from "../question/question-form";
import { kind as questionKind } from "../question.part";
import { useKept } from "./kept";
import { useWaiting } from "./use-asked";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
});

// Drawn without a page, the stores have no snapshots of a server.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}));

const session_id = "ses_1" as SessionId;
const run: BraidPart = {
  type: "tool-bash",
  toolCallId: "call_1",
  state: "approval-requested",
  input: { command: "npm test && rm \u202e-rf $DIR" },
  approval: { id: "apr_1" },
};

const need = (target: string, more: Partial<JudgedNeed> = {}): JudgedNeed => ({
  permission: "command",
  target,
  verdict: "ask",
  ...more,
});

const permission = (more: Partial<PermissionQuestion> = {}): PermissionPart => ({
  type: "data-permission",
  id: "apr_1",
  data: {
    tool_call_id: "call_1",
    tool_name: "bash",
    needs: [need("npm test", { suggestion: "npm test *" }), need("rm -rf $DIR", { unsure: "expansion" })],
    workspace_root: "/app",
    ...more,
  },
});

const question = (questions: AskedQuestion[]): QuestionPart => ({
  type: "data-question",
  id: `apr_${questions.length}`,
  data: { tool_call_id: "call_2", questions },
});

function drawnIn(metadata: StoredMessage["metadata"], ...children: ReactNode[]): string {
  const message: StoredMessage = {
    ...{ id: "msg_1" as MessageId, session_id, role: "assistant", metadata, created_at: 0 },
    parts: [run],
  };
  return renderToStaticMarkup(<CellContext value={new MessageCell(message)}>{children}</CellContext>);
}
const drawn = (child: ReactNode) => drawnIn({}, child);
const buttonsOf = (page: string) => [...page.matchAll(/<button[^>]*>([^<]*)</g)].map(([, name]) => name);

const draw = (part: PermissionPart) => <PermissionGroup key="1" part={part} session_id={session_id} />;

it("[PM-2a] shows the whole command, what cannot be seen in it, and each need with its verdict", () => {
  const page = drawn(draw(permission()));
  expect(page).toMatch(/role="group" aria-labelledby="([^"]+)".*<strong id="\1">Permission needed<\/strong>/);
  expect(page).toContain("npm test &amp;&amp; rm ⟨U+202E⟩-rf $DIR");
  expect(page).toContain("needs your permission");
  expect(page).toContain("cannot be judged: part of it is only known when it runs");
  expect(page).toContain('value="npm test *"');
  expect(page).not.toContain('value="rm -rf $DIR"');
});

/** Types once. */
function Typing({ kept }: { kept: string }) {
  const [{ word }, change] = useKept(kept, () => ({ word: "", patterns: {} }));
  if (word === "") change({ word: "Not now.", patterns: { 0: "npm *" } });
  return null;
}

it("[PM-2] what was typed into a question stands in the one that takes its place", () => {
  drawn(<Typing kept="msg_1 call_8" />);
  const page = drawn(draw({ ...permission({ tool_call_id: "call_8" }), id: "apr_anew" }));
  expect(page).toContain('value="Not now."');
  expect(page).toContain('value="npm *"');
  expect(drawn(draw(permission({ tool_call_id: "call_9" })))).not.toContain("Not now.");
});

it("[PM-2c] has no default button, takes no focus, and holds still until it has stood there for a moment", () => {
  const page = drawn(draw(permission()));
  expect(buttonsOf(page)).toEqual(["Once", "This session", "This project", "Deny"]);
  expect(page).not.toMatch(/type="submit"|button-primary|autofocus|<form/i);
  expect(page.match(/aria-disabled="true"/g)).toHaveLength(4);
});

it("[PM-4] offers only once and never where nothing is certain", () => {
  const page = drawn(draw(permission({ needs: [need("eval x", { unsure: "runs-text" })] })));
  expect(buttonsOf(page)).toEqual(["Once", "Deny"]);
  expect(page).toContain("This can only be allowed once");
  expect(page).not.toContain("Pattern to allow");
});

it("shows paths as seen from the folder, and the address of a fetch", () => {
  const edit = need("/app/src/a.ts", { permission: "edit" });
  const fetch = need("https://example.org/?q=1", { permission: "fetch" });
  const page = drawn(draw(permission({ tool_call_id: "call_9", needs: [edit, fetch] })));
  expect(page).toContain("to change files");
  expect(page).toContain(">src/a.ts</code>");
  expect(page).toContain(">https://example.org/?q=1</code>");
});

it("[PM-2] says how many changes are not shown, where they are too many", () => {
  const needs = [need("/app/a", { permission: "edit" })];
  const diffs = Array.from({ length: 1201 }, () => ({ path: "/app/a", patch: "", added: 0, removed: 0 }));
  const drawnWith = (number: number) =>
    drawn(draw(permission({ tool_call_id: "call_9", needs, diffs: diffs.slice(0, number) })));
  expect(drawnWith(200)).not.toContain("not shown here");
  expect(drawnWith(201)).toContain("One more change is not shown here.");
  expect(drawnWith(1201)).toContain("1,001 more changes are not shown here.");
});

it("[LY-6] a question waits as long as its message has no end, also one that is read from the store", () => {
  const Waiting = () => useWaiting() ?? "nobody";
  expect(drawnIn({}, <Waiting key="1" />)).toBe("ses_1");
  expect(drawnIn({ finish_reason: "aborted" }, <Waiting key="1" />)).toBe("nobody");
  expect(renderToStaticMarkup(<Waiting />)).toBe("nobody");
});

it("[PM-2] a question that a rule has settled says so in its place", () => {
  const part = permission({ answer: { decision: "rule", at: 0 } });
  const drawn = drawnIn({}, <permissionKind.Draw key="1" name="0" part={part} live={false} byUser={false} />);
  expect(drawn).toContain("Allowed by the rules");
});

it("a question that was withdrawn is not seen", () => {
  const { data } = question([{ question: "Which?", options: [] }]);
  const drawnParts = drawnIn(
    {},
    <permissionKind.Draw
      key="1"
      name="0"
      part={permission({ answer: { decision: "withdrawn", at: 0 } })}
      live={false}
      byUser={false}
    />,
    <questionKind.Draw
      key="2"
      name="1"
      part={{
        type: "data-question",
        id: "apr_2",
        data: { ...data, answer: { answers: null, withdrawn: true, at: 0 } },
      }}
      live={false}
      byUser={false}
    />,
  );
  expect(drawnParts).toBe("");
});

it("[LY-6] an answer that waits for its user is neither interrupted nor done", () => {
  const waiting: StoredMessage = {
    ...{ id: "msg_1" as MessageId, session_id, role: "assistant", metadata: {}, created_at: 0 },
    parts: [run, permission()],
  };
  expect(stateOf(waiting, false)).toBe("streaming");
  expect(stateOf({ ...waiting, metadata: { finish_reason: "aborted" } }, false)).toBe("stopped");
  expect(stateOf({ ...waiting, parts: [run] }, false)).toBe("interrupted");
  const answered = permission({ answer: { decision: "once", at: 0 } });
  expect(stateOf({ ...waiting, parts: [run, answered] }, false)).toBe("interrupted");
});

it("a question is a form with a choice, several choices, and own words for each", () => {
  const part = question([
    { question: "Which?", options: [{ label: "A", description: "the first" }, { label: "B" }] },
    { question: "What else?", options: [{ label: "C" }], multiple: true },
  ]);
  const page = drawn(<QuestionForm key="1" part={part} session_id={session_id} />);
  expect(page).toMatch(/^<form[^>]*aria-label="Question"/);
  expect(page.match(/type="radio"/g)).toHaveLength(2);
  expect(page.match(/type="checkbox"/g)).toHaveLength(1);
  expect(page).toContain('aria-label="Your own words: Which?"');
  expect(page).toContain("the first");
  expect(buttonsOf(page)).toEqual(["Answer", "Do not answer"]);
  expect(page).not.toMatch(/type="submit"|autofocus/i);
});
