import { expect, test } from "vitest";
import { belongingTo, type ProcessRow, parseList, parseStat } from "./processes";

const mark = "0123456789abcdef0123456789abcdef";
/** The process that starts commands. */
const SELF = 10;

const row = (pid: number, parent: number, more: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent,
  group: pid,
  session: pid,
  is_ended: false,
  is_marked: false,
  ...more,
});
const pidsOf = (rows: ProcessRow[], root?: number): number[] =>
  belongingTo({ mark, root }, rows, SELF).pids.sort((one, other) => one - other);

test("[AB-1] the mark, the group, the session and the parents tell what belongs to a command", () => {
  const rows = [
    row(1, 0),
    row(SELF, 1),
    row(20, SELF),
    row(30, 1, { group: 20 }),
    row(31, 1, { session: 20 }),
    row(32, 1, { is_marked: true }),
    row(40, 32),
    row(41, 40),
    row(50, 1),
    row(51, 50),
  ];
  expect(pidsOf(rows, 20)).toEqual([20, 30, 31, 32, 40, 41]);
  expect(pidsOf(rows)).toEqual([32, 40, 41]);
  expect(belongingTo({ mark, root: 20 }, rows, SELF)).toMatchObject({ has_group: true, is_sure: true });
});

test("[AB-1] a process that got the number of an ended one does not belong", () => {
  const rows = [row(20, 1), row(21, 20), row(22, 1, { group: 20 }), row(23, 1, { is_marked: true })];
  expect(pidsOf(rows, 20)).toEqual([23]);
  expect(belongingTo({ mark, root: 20 }, rows, SELF).has_group).toBe(false);
});

test("[AB-1] a process that has ended is not counted, its children are; an unknown one is looked at again", () => {
  const rows = [row(20, SELF, { is_ended: true, is_marked: undefined }), row(21, 20)];
  expect(belongingTo({ mark, root: 20 }, rows, SELF)).toEqual({
    pids: [21],
    has_group: false,
    unknown: [],
    is_sure: true,
  });
  expect(belongingTo({ mark }, [row(5, 1, { is_marked: undefined })], SELF)).toMatchObject({
    unknown: [5],
    is_sure: false,
  });
});

test("[AB-1] processes that name each other as parents end the search too", () => {
  expect(pidsOf([row(20, 21, { is_marked: true }), row(21, 20)])).toEqual([20, 21]);
});

test("[AB-1] a process that is just ending has ended, though its state says that it runs", () => {
  const line = (state: string, flags: number) =>
    `77 (a) b (c) ${state} 5 70 60 0 -1 ${flags} 9 0 0 0 1 2 0 0 20 0 1 0 4711 8192 3`;
  const row = { started: 4711, parent: 5, group: 70, session: 60, is_ended: false, is_kernel: false };
  expect(parseStat(line("R", 0x400000))).toEqual(row);
  expect(parseStat(line("R", 0x400004))).toEqual({ ...row, is_ended: true });
  expect(parseStat(line("Z", 0x40000c))).toEqual({ ...row, is_ended: true });
  expect(parseStat(line("S", 0x208040))).toEqual({ ...row, is_kernel: true });
});

test("[AB-1] the list of another system is read: the mark is a whole word", () => {
  const printed = [
    "    1     0     1      0 Ss   /sbin/launchd",
    `  501     1   501      0 S    sleep 100 PATH=/bin BRAID_CALL=${mark} HOME=/Users/a`,
    `  502   501   501      0 Z    (sleep)`,
    `  503     1   503      0 R+   sh -c echo XBRAID_CALL=${mark} BRAID_CALL=${mark}0`,
    `  504     1   504      0 UE   (sleep)`,
    "",
    "no row",
  ].join("\n");
  const session = Number.NaN;
  expect(parseList(printed, mark)).toEqual([
    { pid: 1, parent: 0, group: 1, session, is_ended: false, is_marked: false },
    { pid: 501, parent: 1, group: 501, session, is_ended: false, is_marked: true },
    { pid: 502, parent: 501, group: 501, session, is_ended: true, is_marked: false },
    { pid: 503, parent: 1, group: 503, session, is_ended: false, is_marked: false },
    { pid: 504, parent: 1, group: 504, session, is_ended: true, is_marked: false },
  ]);
});
