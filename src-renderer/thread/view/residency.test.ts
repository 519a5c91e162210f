import { describe, expect, it } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { MessageCell } from "./message-cell";
import { Fetcher, runsOf, trimCells } from "./residency";

const idOf = (number: number) => `msg_${String(number).padStart(14, "0")}aaaaaaaaaaaa` as MessageId;

const message = (number: number, text = `message ${number}`): StoredMessage => ({
  id: idOf(number),
  session_id: "ses_1" as SessionId,
  role: number % 2 === 0 ? "user" : "assistant",
  metadata: { finish_reason: "stop" },
  parts: [{ type: "text", text }],
  created_at: number,
});
const outline = (number: number): StoredMessage => ({ ...message(number), parts: [], away: true });

const cellsOf = (count: number, make = (number: number) => message(number)) =>
  Array.from({ length: count }, (_, number) => new MessageCell(make(number)));

const isAway = (cell: MessageCell) => cell.get().message.away === true;

describe("what a window holds of a session", () => {
  it("is all of it while that is little", () => {
    const cells = cellsOf(200);
    trimCells(cells);
    expect(cells.filter(isAway)).toEqual([]);
  });

  it("is so many messages: those that were not looked at for longest go first", () => {
    const cells = cellsOf(300);
    for (const [at, cell] of cells.entries()) cell.used = at === 0 ? 1_000 : at;
    trimCells(cells);
    expect(cells.filter((cell) => !isAway(cell))).toHaveLength(200);
    expect(cells.findIndex(isAway)).toBe(1);
  });

  it("is so many characters", () => {
    const cells = cellsOf(30, (number) => message(number, "x".repeat(1_000_000)));
    trimCells(cells);
    // The newest stay, however large they are: commands mean them.
    expect(cells.map(isAway)).toEqual([...Array(14).fill(true), ...Array(16).fill(false)]);
  });

  it("keeps what is shown, what is written, what cannot be read, and the newest", () => {
    const cells = cellsOf(300);
    const stop = cells[0]?.subscribe(() => undefined);
    cells[1]?.set(message(1), true);
    cells[2]?.set({ ...message(2), unreadable: true }, false);
    trimCells(cells);
    expect([0, 1, 2, 299].map((at) => cells[at] && isAway(cells[at]))).toEqual([false, false, false, false]);
    stop?.();
    const first = cells[0];
    if (first !== undefined) first.used = -1;
    for (const cell of cellsOf(5))
      cells.push(new MessageCell({ ...cell.get().message, id: idOf(1_000 + cells.length) }));
    trimCells(cells);
    expect(first && isAway(first)).toBe(true);
  });

  it("loses the words of what goes, and nothing that a list needs", () => {
    const [cell] = cellsOf(1);
    cell?.sendAway();
    expect(cell?.get()).toEqual({ message: { ...message(0), parts: [], away: true }, live: false });
    expect(cell?.weight).toBe(0);
  });
});

describe("what is fetched together", () => {
  it("is what stands together, or nearly, up to a page", () => {
    const cells = cellsOf(200, outline);
    const at = (...places: number[]) => new Set(places.flatMap((place) => cells[place] ?? []));
    expect(runsOf(cells, at(3, 4, 5))).toEqual([{ from: 3, to: 5 }]);
    expect(runsOf(cells, at(3, 7, 20))).toEqual([
      { from: 3, to: 7 },
      { from: 20, to: 20 },
    ]);
    const all = runsOf(cells, new Set(cells));
    expect(all[0]).toEqual({ from: 0, to: 49 });
    expect(all.at(-1)?.to).toBe(199);
  });
});

describe("fetching the words of messages", () => {
  /** A store of so many messages, which gives at most `most` at once. */
  function store(count: number, most = 200) {
    const asked: [MessageId | undefined, number][] = [];
    const cells = cellsOf(count, outline);
    const fetcher = new Fetcher(
      () => cells,
      (before, limit) => {
        asked.push([before, limit]);
        const end = before === undefined ? count : cells.findIndex(({ id }) => id === before);
        const from = Math.max(0, end - Math.min(limit, most));
        return Promise.resolve(Array.from({ length: end - from }, (_, at) => message(from + at)));
      },
    );
    return { asked, cells, fetcher };
  }

  it("asks once for all that one frame wants", async () => {
    const { asked, cells, fetcher } = store(20);
    await Promise.all([5, 6, 7].map((at) => fetcher.fetch(cells.slice(at, at + 1))));
    expect(asked).toEqual([[undefined, 20]]);
    expect(cells.some(isAway)).toBe(false);
    expect(cells[6]?.get().message).toEqual(message(6));
  });

  it("asks for what stands around it as well, as far as that is not here", async () => {
    const { asked, cells, fetcher } = store(100);
    cells[55]?.set(message(55), false);
    await fetcher.fetch(cells.slice(50, 52));
    // Sixteen before, and the three after them that are away.
    expect(asked).toEqual([[idOf(55), 21]]);
    expect(cells.map(isAway).indexOf(false)).toBe(34);
  });

  it("asks for the last ones without a message behind them", async () => {
    const { asked, cells, fetcher } = store(4);
    await fetcher.fetch(cells);
    expect(asked).toEqual([[undefined, 4]]);
    expect(cells.some(isAway)).toBe(false);
  });

  it("asks on where a page ended early for its size", async () => {
    const { asked, cells, fetcher } = store(6, 2);
    await fetcher.fetch(cells);
    expect(asked).toEqual([
      [undefined, 6],
      [idOf(4), 4],
      [idOf(2), 2],
    ]);
    expect(cells.some(isAway)).toBe(false);
  });

  it("asks for nothing that is here", async () => {
    const { asked, cells, fetcher } = store(3);
    for (const [at, cell] of cells.entries()) cell.set(message(at), false);
    await fetcher.fetch(cells);
    expect(asked).toEqual([]);
  });

  it("gives up what has left the conversation", async () => {
    const cells = cellsOf(3, outline);
    const fetcher = new Fetcher(
      () => cells,
      () => Promise.resolve([message(7), message(8)]),
    );
    await fetcher.fetch(cells);
    expect(cells.every(isAway)).toBe(true);
  });

  it("tells who asked that it failed, and can be asked again", async () => {
    const cells = cellsOf(2, outline);
    let fails = true;
    const fetcher = new Fetcher(
      () => cells,
      () => (fails ? Promise.reject(new Error("no disk")) : Promise.resolve([message(0), message(1)])),
    );
    await expect(fetcher.fetch(cells)).rejects.toThrow("no disk");
    fails = false;
    await fetcher.fetch(cells);
    expect(cells.some(isAway)).toBe(false);
  });
});
