import fc from "fast-check";
import { expect, it } from "vitest";
import type { Sidecar } from "../../../src-preload/contract/domain/branches";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import {
  comesBack,
  comparedIn,
  type Item,
  NO_PANEL,
  type Panel,
  type PanelEvent,
  readIn,
  reduce,
  shownIn,
  sidecarIn,
} from "./panel-state";

const LEVEL = { session: 0, timeline: 0, unmarked: 0, summary: 0, sidecar: 1, compared: 2 };
const mains = ["ses_a", "ses_b", "ses_c"] as SessionId[];
const sidecars = ["ses_x", "ses_y"] as SessionId[];
const ops = ["op_1", "op_2"] as unknown as OpId[];
const [A, B, C] = mains as [SessionId, SessionId, SessionId];
const [X, Y] = sidecars as [SessionId, SessionId];
const [ONE, TWO] = ops as [OpId, OpId];

const sidecar = (id: SessionId, closed = false): Sidecar =>
  ({ session: { id }, state: "idle", ...(closed ? { closed_at: 1 } : {}) }) as unknown as Sidecar;
const after = (events: readonly PanelEvent[], from: Panel = NO_PANEL): Panel => events.reduce(reduce, from);
const kinds = ({ stack }: Panel) => stack.map(({ kind, session_id }) => `${kind} ${session_id}`);
const shownMain = (session_id: SessionId | null, ...sidecars: Sidecar[]): PanelEvent => ({
  type: "main-shown",
  session_id,
  sidecars,
});
const open = (item: Item): PanelEvent => ({ type: "open", item });
const session = (session_id: SessionId): Item => ({ kind: "session", session_id });
const timeline = (session_id: SessionId, op_id: OpId): Item => ({ kind: "timeline", session_id, op_id });
const messages = ["msg_1", "msg_2", "msg_3"] as MessageId[];
const [FIRST, SECOND, THIRD] = messages as [MessageId, MessageId, MessageId];
const summary = (session_id: SessionId, message_id: MessageId, tail_start_id: MessageId): Item => ({
  kind: "summary",
  session_id,
  message_id,
  tail_start_id,
});
const sidecarAt = (main: SessionId, session_id?: SessionId): Item => ({
  kind: "sidecar",
  main,
  ...(session_id === undefined ? {} : { session_id }),
});
const compared = (session_id: SessionId, op_id: OpId): Item => ({ kind: "compared", session_id, op_id });

const someMain = fc.constantFrom(...mains);
const someSession = fc.constantFrom(...mains, ...sidecars);
const someOp = fc.constantFrom(...ops);
/** As main gives it: at most one is open. */
const someList = fc
  .tuple(fc.subarray([...sidecars]), fc.option(fc.nat(1), { nil: undefined }))
  .map(([ids, opened]) => ids.map((id, at) => sidecar(id, at !== opened)));
const someRead = fc.oneof(
  fc.record({ kind: fc.constant("session" as const), session_id: someSession }),
  fc.record({ kind: fc.constant("timeline" as const), session_id: someMain, op_id: someOp }),
  fc.record({
    kind: fc.constant("unmarked" as const),
    session_id: someMain,
    op_id: someOp,
    of: fc.constantFrom("attempt" as const, "turns" as const),
    message_id: fc.constantFrom(...messages),
  }),
  fc.record({
    kind: fc.constant("summary" as const),
    session_id: someMain,
    message_id: fc.constantFrom(...messages),
    tail_start_id: fc.constantFrom(...messages),
  }),
);
const someSidecar = fc.record(
  { kind: fc.constant("sidecar" as const), main: someMain, session_id: fc.constantFrom(...sidecars) },
  { requiredKeys: ["kind", "main"] },
);
const someItem: fc.Arbitrary<Item> = fc.oneof(
  someRead,
  someSidecar,
  fc.record({ kind: fc.constant("compared" as const), session_id: someSession, op_id: someOp }),
);
/** Told by main, or by what the window shows: the same may be told twice. */
const someNews: fc.Arbitrary<PanelEvent> = fc.oneof(
  fc.record({ type: fc.constant("main-asked" as const), session_id: someMain }),
  fc.record({
    type: fc.constant("main-shown" as const),
    session_id: fc.option(someMain),
    sidecars: someList,
  }),
  fc.record({ type: fc.constant("sidecars" as const), session_id: someMain, sidecars: someList }),
  fc.record({
    type: fc.constant("hidden-turns" as const),
    session_id: someSession,
    op_ids: fc.subarray([...ops]),
  }),
  fc.record({
    type: fc.constant("summary" as const),
    session_id: someMain,
    shown: fc.option(
      fc.record({
        message_id: fc.constantFrom(...messages),
        tail_start_id: fc.constantFrom(...messages),
      }),
      { nil: undefined },
    ),
  }),
  fc.record({ type: fc.constant("removed" as const), session_id: someSession }),
  fc.record({ type: fc.constant("refused" as const) }),
  fc.record({ type: fc.constant("stored" as const), sidecar: someSidecar }),
);
const someEvent: fc.Arbitrary<PanelEvent> = fc.oneof(
  someNews,
  fc.record({ type: fc.constant("open" as const), item: someItem }),
  fc.record({ type: fc.constant("remembered" as const), item: someRead, covered: fc.boolean() }),
  fc.record({ type: fc.constantFrom("deed-begun" as const, "deed-done" as const) }),
  fc.record({
    type: fc.constant("close" as const),
    kind: fc.constantFrom("session" as const, "timeline" as const, "sidecar" as const, "compared" as const),
  }),
  fc.record({ type: fc.constant("front" as const), front: fc.boolean() }),
);
const somePanel = fc.array(someEvent, { maxLength: 30 }).map((events) => after(events));
const RUNS = { numRuns: 2_000 };

it("[BR-3] [BR-4] [RW-3] at most one item of a kind stands there, in order, and what lies in front is there", () => {
  fc.assert(
    fc.property(somePanel, (panel) => {
      const levels = panel.stack.map(({ kind }) => LEVEL[kind]);
      expect(levels).toEqual([...new Set(levels)].sort());
      if (panel.stack.length === 0) expect(panel.front).toBe(false);
      const over = comparedIn(panel);
      if (over !== undefined) expect(over.session_id).toBe(sidecarIn(panel)?.session_id);
    }),
    RUNS,
  );
});

it("[BR-3] the session of the main thread never stands beside itself", () => {
  fc.assert(
    fc.property(somePanel, ({ main, stack }) => {
      for (const item of stack) {
        if (item.kind === "session") expect(item.session_id).not.toBe(main);
        if (item.kind === "sidecar") expect(item.session_id).not.toBe(item.main);
      }
    }),
    RUNS,
  );
});

it("[DB-10] nothing stays of a session that was removed", () => {
  fc.assert(
    fc.property(somePanel, someSession, (panel, session_id) => {
      const left = reduce(panel, { type: "removed", session_id });
      expect(left.stack.filter((item) => item.session_id === session_id)).toEqual([]);
      expect(left.sidecars.filter((one) => one.session.id === session_id)).toEqual([]);
    }),
    RUNS,
  );
});

it("[RW-3] hidden turns that are hidden no more are read nowhere", () => {
  fc.assert(
    fc.property(somePanel, someSession, fc.subarray([...ops]), (panel, session_id, op_ids) => {
      const { stack } = reduce(panel, { type: "hidden-turns", session_id, op_ids });
      for (const item of stack)
        if ("op_id" in item && !("of" in item) && item.session_id === session_id)
          expect(op_ids).toContain(item.op_id);
    }),
    RUNS,
  );
});

it("news that are told again change nothing", () => {
  fc.assert(
    fc.property(somePanel, someNews, (panel, news) => {
      const once = reduce(panel, news);
      expect(reduce(once, news)).toBe(once);
    }),
    RUNS,
  );
});

it("[BR-4] close undoes open, where nothing stood in that place or over it", () => {
  fc.assert(
    fc.property(somePanel, someItem, (panel, item) => {
      fc.pre(panel.stack.every(({ kind }) => LEVEL[kind] < LEVEL[item.kind]));
      const closed = after([open(item), { type: "close", kind: item.kind }], panel);
      expect(closed.stack).toEqual(panel.stack);
    }),
    RUNS,
  );
});

it("[BR-4] what this window opens or closes stays so until that is done, whatever an older list says", () => {
  fc.assert(
    fc.property(somePanel, fc.array(someList), (panel, lists) => {
      const asked = reduce(panel, { type: "deed-begun" });
      const news = lists.map(
        (sidecars): PanelEvent => ({ type: "sidecars", session_id: panel.main ?? A, sidecars }),
      );
      expect(after(news, asked).stack).toEqual(asked.stack);
    }),
    RUNS,
  );
});

it("[BR-4] the sidecar that main has open is shown, another window's too; closed there it goes", () => {
  const opened = after([shownMain(A, sidecar(X))]);
  expect(kinds(opened)).toEqual(["sidecar ses_x"]);
  expect(opened.front).toBe(false);
  const other = reduce(opened, { type: "sidecars", session_id: A, sidecars: [sidecar(X, true), sidecar(Y)] });
  expect(kinds(other)).toEqual(["sidecar ses_y"]);
  const none = reduce(other, {
    type: "sidecars",
    session_id: A,
    sidecars: [sidecar(X, true), sidecar(Y, true)],
  });
  expect(kinds(none)).toEqual([]);
  expect(after([{ type: "sidecars", session_id: B, sidecars: [sidecar(Y)] }], none)).toBe(none);
});

it("[BR-4] the sidecar of the next session takes the place of the one that was left, in one step and in front", () => {
  const left = after([shownMain(A, sidecar(X)), { type: "front", front: true }]);
  const next = reduce(left, shownMain(B, sidecar(Y)));
  expect([kinds(next), next.front]).toEqual([["sidecar ses_y"], true]);
  expect(kinds(reduce(left, shownMain(B)))).toEqual([]);
  expect(kinds(reduce(left, shownMain(null)))).toEqual([]);
});

it("[BR-3] the session that the main thread turns to is seen, where one that is read lay over it", () => {
  const covered = after([shownMain(A), open(session(C))]);
  expect(covered.front).toBe(true);
  for (const session_id of [B, null]) {
    const turned = after([{ type: "main-asked", session_id }, shownMain(session_id)], covered);
    expect([kinds(turned), turned.front]).toEqual([["session ses_c"], false]);
  }
});

it("[BR-3] [RW-3] what is read side by side stays beneath the sidecar of the next session; hidden turns do not", () => {
  const read = after([shownMain(A), open(session(C)), open(sidecarAt(A, X)), shownMain(B, sidecar(Y))]);
  expect(kinds(read)).toEqual(["session ses_c", "sidecar ses_y"]);
  expect(kinds(reduce(read, shownMain(C)))).toEqual([]);
  const hidden = after([
    shownMain(A),
    open(timeline(A, ONE)),
    open(sidecarAt(A, X)),
    shownMain(B, sidecar(Y)),
  ]);
  expect(kinds(hidden)).toEqual(["sidecar ses_y"]);
  // An open sidecar covers nothing that is being read.
  expect(kinds(after([shownMain(A), open(session(C)), shownMain(B, sidecar(Y))]))).toEqual(["session ses_c"]);
});

it("[BR-4] a sidecar that was asked for stands there at once; called off before main has made it, it does not come", () => {
  const asked = after([shownMain(A), open(sidecarAt(A)), { type: "deed-begun" }]);
  expect([kinds(asked), asked.front]).toEqual([["sidecar undefined"], true]);
  const told: PanelEvent = {
    type: "stored",
    sidecar: { kind: "sidecar", main: A, session_id: X, fresh: true },
  };
  expect(kinds(reduce(asked, told))).toEqual(["sidecar ses_x"]);
  expect(kinds(after([{ type: "close", kind: "sidecar" }, told], asked))).toEqual([]);
  expect(kinds(after([{ type: "refused" }], asked))).toEqual([]);
  // The user has gone to another session meanwhile.
  expect(kinds(after([shownMain(B), told], asked))).toEqual([]);
});

it("[BR-4] a promoted sidecar gives its place back", () => {
  const panel = after([
    shownMain(A),
    open(session(C)),
    open(sidecarAt(A, X)),
    { type: "main-asked", session_id: X },
  ]);
  expect([kinds(panel), panel.front]).toEqual([["session ses_c"], false]);
});

it("[RW-3] [BR-4] hidden turns of a sidecar are seen in its place, and go with it; closed, the sidecar is seen", () => {
  const panel = after([shownMain(A, sidecar(X)), open(sidecarAt(A, X)), open(compared(X, ONE))]);
  expect([kinds(panel), panel.front]).toEqual([["sidecar ses_x", "compared ses_x"], false]);
  const closed = reduce(panel, { type: "close", kind: "compared" });
  expect([kinds(closed), closed.front]).toEqual([["sidecar ses_x"], true]);
  expect(kinds(reduce(panel, { type: "close", kind: "sidecar" }))).toEqual([]);
  expect(kinds(reduce(panel, { type: "hidden-turns", session_id: X, op_ids: [TWO] }))).toEqual([
    "sidecar ses_x",
  ]);
});

it("[SE-5a] messages that no marker leads to go once they are hidden no more, in the panel and over a sidecar", () => {
  const found = { op_id: ONE, of: "turns" as const, message_id: FIRST };
  const read: Item = { kind: "unmarked", session_id: A, ...found };
  const over: Item = { kind: "compared", session_id: X, ...found };
  const panel = after([shownMain(A, sidecar(X)), open(read), open(sidecarAt(A, X)), open(over)]);
  const marked = reduce(panel, { type: "hidden-turns", session_id: A, op_ids: [] });
  expect(kinds(marked)).toEqual(["unmarked ses_a", "sidecar ses_x", "compared ses_x"]);
  expect(kinds(reduce(panel, { type: "gone", item: over }))).toEqual(["unmarked ses_a", "sidecar ses_x"]);
  expect(kinds(reduce(panel, { type: "gone", item: { ...read } }))).toEqual([
    "sidecar ses_x",
    "compared ses_x",
  ]);
  expect(reduce(panel, { type: "gone", item: { ...read, message_id: SECOND } })).toBe(panel);
});

it("[CP-7] an edited summary takes the place of the one that is read; an earlier one stays, one that is gone goes", () => {
  const shown = (message_id: MessageId, tail_start_id: MessageId, session_id = A): PanelEvent => ({
    type: "summary",
    session_id,
    shown: { message_id, tail_start_id },
  });
  const read = after([shownMain(A), open(summary(A, SECOND, SECOND))]);
  expect(after([shown(THIRD, SECOND)], read).stack).toEqual([summary(A, THIRD, SECOND)]);
  expect(after([shown(THIRD, THIRD)], read)).toBe(read);
  // The summary that an edited one has taken the place of is read among the turns of that.
  const earlier = after([open({ ...summary(A, FIRST, SECOND), earlier: true } as Item)], read);
  expect(after([shown(THIRD, SECOND)], earlier)).toBe(earlier);
  expect(after([shown(FIRST, FIRST)], read).stack).toEqual([]);
  expect(after([{ type: "summary", session_id: A, shown: undefined }], read).stack).toEqual([]);
  expect(after([shown(FIRST, FIRST, B), { type: "summary", session_id: B, shown: undefined }], read)).toBe(
    read,
  );
  expect(kinds(reduce(read, { type: "main-asked", session_id: A }))).toEqual(["summary ses_a"]);
  expect(kinds(reduce(read, shownMain(B)))).toEqual([]);
});

it("[SE-9] what was read comes back beneath a sidecar, never over what its user has asked for", () => {
  const item = { kind: "session" as const, session_id: B };
  const remembered: PanelEvent = { type: "remembered", item, covered: true };
  const inFront: PanelEvent = { ...remembered, covered: false };
  expect(kinds(after([shownMain(A), remembered]))).toEqual(["session ses_b"]);
  expect(kinds(after([shownMain(A, sidecar(X)), remembered]))).toEqual(["session ses_b", "sidecar ses_x"]);
  expect(kinds(after([shownMain(A, sidecar(X)), inFront]))).toEqual(["session ses_b"]);
  expect(kinds(after([shownMain(A), open(sidecarAt(A, X)), inFront]))).toEqual(["sidecar ses_x"]);
  expect(kinds(after([shownMain(A), open(session(C)), remembered]))).toEqual(["session ses_c"]);
  expect(kinds(after([shownMain(B), remembered]))).toEqual([]);
  const closed = after([shownMain(A), open(session(C)), { type: "close", kind: "session" }, remembered]);
  expect(kinds(closed)).toEqual([]);
});

it("[DB-10] a deleted session that was read here comes back beside the same main thread alone", () => {
  const gone = after([shownMain(A), open(session(B)), { type: "removed", session_id: B }]);
  expect([comesBack(gone, B), comesBack(gone, C)]).toEqual([true, false]);
  expect(comesBack(reduce(gone, shownMain(C)), B)).toBe(false);
  expect(comesBack(reduce(gone, open(session(C))), B)).toBe(false);
  const item = { kind: "session" as const, session_id: B };
  const back = reduce(gone, { type: "remembered", item, covered: true });
  expect(readIn(back)?.session_id).toBe(B);
});

it("what stands in the panel is the sidecar, else what is read", () => {
  const panel = after([shownMain(A), open(session(B)), open(sidecarAt(A, X)), open(compared(X, ONE))]);
  expect(shownIn(panel)).toEqual(sidecarAt(A, X));
  expect(shownIn(reduce(panel, { type: "close", kind: "sidecar" }))).toEqual(session(B));
  const known: MessageId = "msg_1" as MessageId;
  const list = [{ ...sidecar(Y), session: { id: Y, copied_through: known } as Sidecar["session"] }];
  expect(shownIn(after([{ type: "main-shown", session_id: A, sidecars: list }]))).toEqual({
    ...sidecarAt(A, Y),
    copied_through: known,
  });
});
