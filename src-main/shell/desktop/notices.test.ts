import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionStatus } from "../../../src-preload/contract/domain/sessions";
import { type Answer, firstWords, type Notice, Notices, oneLine } from "./notices";

const session_id = "ses_1" as SessionId;

/** A world in which a test sets the clock, the focus, the settings and the answer. */
function setUp(changes: Partial<Answer> = {}) {
  const world = {
    shown: [] as Notice[],
    time: 0,
    seen: false as boolean | SessionId,
    /** The session that a helper works for. */
    askers: new Map<SessionId, SessionId>(),
    settings: { notifications: true, notification_content: true },
  };
  const answer: Answer = { title: "Postcards", text: "# Hello\nThere", finish_reason: "stop", ...changes };
  const notices = new Notices({
    settings: () => world.settings,
    isSeen: (id) => world.seen === true || world.seen === id,
    worksFor: (id) => world.askers.get(id),
    answerOf: () => answer,
    now: () => world.time,
    show: (notice) => world.shown.push(notice),
  });
  const status = (state: SessionStatus["state"], time: number, id = session_id) => {
    world.time = time;
    notices.take({ type: "status-changed", session_id: id, status: { state } });
  };
  return { world, status, bodies: () => world.shown.map(({ body }) => body) };
}

describe("a long answer that ends unseen", () => {
  it("is told once, with its session's title and its first words", () => {
    const { world, status } = setUp();
    status("busy", 0);
    status("retrying", 4000);
    status("busy", 8000);
    status("idle", 12_000);
    status("idle", 12_001);
    expect(world.shown).toEqual([{ session_id, title: "Postcards", body: "Hello" }]);
  });

  it("is not told when it was short, seen, stopped or not wanted", () => {
    for (const spoil of ["short", "seen", "stopped", "unwanted"] as const) {
      const { world, status } = setUp(spoil === "stopped" ? { finish_reason: "aborted" } : {});
      world.seen = spoil === "seen";
      world.settings.notifications = spoil !== "unwanted";
      status("busy", 0);
      status("idle", spoil === "short" ? 9999 : 10_000);
      expect([spoil, world.shown]).toEqual([spoil, []]);
    }
  });

  it("is told as failed where it failed, and stopped in its retries it is not", () => {
    const failed = setUp({ finish_reason: "error" });
    failed.status("busy", 0);
    failed.status("error", 20_000);
    expect(failed.bodies()).toEqual(["The answer could not be finished."]);
    const stopped = setUp({ finish_reason: "aborted" });
    stopped.status("retrying", 0);
    stopped.status("idle", 20_000);
    expect(stopped.bodies()).toEqual([]);
  });

  it("says nothing of its content where that is asked for", () => {
    const { world, status } = setUp();
    world.settings.notification_content = false;
    status("busy", 0);
    status("idle", 20_000);
    expect(world.shown).toEqual([{ session_id, title: "Postcards", body: "The answer is ready." }]);
  });

  it("has a sentence where it has no words", () => {
    const { bodies, status } = setUp({ text: "```\n***\n" });
    status("busy", 0);
    status("idle", 20_000);
    expect(bodies()).toEqual(["The answer is ready."]);
  });
});

describe("a question that waits unseen", () => {
  const question = "A question is waiting for your answer.";

  it("is told at once, and says nothing more until it is answered", () => {
    const { bodies, status } = setUp();
    status("busy", 0);
    status("waiting", 1000);
    expect(bodies()).toEqual([question]);
    status("waiting", 2000);
    status("idle", 60_000);
    expect(bodies()).toEqual([question]);
    // The next turn is another one.
    status("busy", 70_000);
    status("idle", 90_000);
    expect(bodies()).toEqual([question, "Hello"]);
  });

  it("is answered: the next question of the turn is told, and so is an end that comes long after the answer", () => {
    const { bodies, status } = setUp();
    status("busy", 0);
    status("waiting", 1000);
    status("busy", 600_000);
    status("waiting", 601_000);
    expect(bodies()).toEqual([question, question]);
    status("busy", 700_000);
    status("retrying", 702_000);
    status("busy", 704_000);
    status("idle", 710_000);
    expect(bodies()).toEqual([question, question, "Hello"]);
  });

  it("is answered: an end that comes soon after is not told", () => {
    const { bodies, status } = setUp();
    status("busy", 0);
    status("waiting", 1000);
    status("busy", 600_000);
    status("idle", 609_999);
    expect(bodies()).toEqual([question]);
  });
});

it("a question that its user sees is not told, the end of that turn may be", () => {
  const { world, bodies, status } = setUp();
  status("busy", 0);
  world.seen = true;
  status("waiting", 1000);
  expect(bodies()).toEqual([]);
  status("busy", 2000);
  world.seen = false;
  status("idle", 60_000);
  expect(bodies()).toEqual(["Hello"]);
});

describe("a helper", () => {
  const helper = "ses_2" as SessionId;
  const another = "ses_3" as SessionId;

  /** A turn that has asked a helper; both ask their user as the core tells it: the helper first, then the turn that waits with it. */
  function asked() {
    const here = setUp();
    const { world, status } = here;
    world.askers.set(helper, session_id);
    world.askers.set(another, session_id);
    status("busy", 0);
    for (const id of [helper, another]) status("busy", 1000, id);
    return here;
  }

  it("tells of its question itself, and its asker, which waits with it, does not", () => {
    const { world, status } = asked();
    status("waiting", 2000, helper);
    status("waiting", 2000);
    expect(world.shown).toMatchObject([{ session_id: helper }]);
    // The asker waits already.
    status("waiting", 3000, another);
    expect(world.shown).toMatchObject([{ session_id: helper }, { session_id: another }]);
  });

  it("is not told of where it or its asker is seen", () => {
    for (const seen of [helper, session_id]) {
      const { world, status } = asked();
      world.seen = seen;
      for (let time = 2000; time < 9000; time += 2000) {
        for (const id of [helper, session_id]) status("waiting", time, id);
        for (const id of [helper, session_id]) status("busy", time + 1000, id);
      }
      expect(world.shown).toEqual([]);
    }
  });

  it("ends within its asker's turn, which tells of the end", () => {
    const { world, status } = asked();
    // The call has ended by the time that its turn is told to have.
    world.askers.clear();
    for (const id of [helper, another]) status("idle", 60_000, id);
    expect(world.shown).toEqual([]);
    status("idle", 61_000);
    expect(world.shown).toMatchObject([{ session_id, body: "Hello" }]);
  });

  it("is told of where its user goes on with it alone, also while its former asker works", () => {
    const { world, status } = asked();
    world.askers.clear();
    status("idle", 2000, helper);
    status("busy", 3000, helper);
    status("idle", 60_000, helper);
    expect(world.shown).toMatchObject([{ session_id: helper }]);
  });
});

describe("words of a model in the system's own place", () => {
  it("are one line of text", () => {
    expect(oneLine("a\n\tb\u202ec\u0000 <b>d</b>", 80)).toBe("a b c ‹b›d‹/b›");
    expect(oneLine("😀".repeat(100), 10)).toBe(`${"😀".repeat(9)}…`);
    expect(firstWords("\n---\n> **Yes**, `it` is.\nMore")).toBe("Yes, it is.");
  });
});
