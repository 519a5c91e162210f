/**
 * A conversation without end: turns with tools against a provider that enforces its window and counts by a tokenizer of its own. Tells what
 * each turn cost, how far the numbers were off, and whether every word is still there.
 */
import { createHash } from "node:crypto";
import type { Tool } from "../../src-main/core/ports/tools";
import { type Compaction, compactionOf } from "../../src-preload/contract/domain/compaction";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { reply, type Step } from "../fixtures/provider/script";
import { enforcing, type Seen, tokensIn } from "../fixtures/provider/window";
import { query } from "./database";
import type { Slice, SliceOptions } from "./slice";

const WINDOW = 32_000;

const look: Tool = {
  name: "look",
  description: "Looks something up.",
  input_schema: { type: "object", properties: { at: { type: "number" } } },
  execute: async (input) => listing(Number((input as { at?: number }).at ?? 0)),
};

export const MARATHON: SliceOptions = {
  windows: { big: { context_limit: WINDOW, max_output: 2000 } },
  tools: [look],
};

export interface MarathonReport {
  session_id: SessionId;
  refused: number;
  compactions: Compaction[];
  /** Milliseconds that the cores worked for this process and its threads, for each turn: how busy the machine is matters little. */
  cost: number[];
  /** The number of turns before the first compaction. */
  before_first: number;
  /** The number shown before a request less what the provider then counted, as shares of that. */
  off: number[];
  /** The same where a summary was about to be made. */
  off_at_trigger: number[];
  /** The number right after a summary less what the provider counted next. */
  off_after: number[];
}

export async function runMarathon(slice: Slice, turns: number): Promise<MarathonReport> {
  const seen: Seen = { sent: [], refused: 0 };
  slice.provider.respond(enforcing(WINDOW, answerTo, seen));
  slice.provider.summary(({ index }) =>
    reply(`## Goal\n${prose(index, 60)}\n\n## Next steps\n${prose(index + 1, 40)}`),
  );
  const { session } = slice.service.sessions.create({ title: "Marathon" });
  const report: MarathonReport = {
    session_id: session.id,
    refused: 0,
    compactions: [],
    cost: [],
    before_first: 0,
    off: [],
    off_at_trigger: [],
    off_after: [],
  };
  for (let turn = 0; turn < turns; turn++) await runTurn(slice, turn, seen, report);
  report.refused = seen.refused;
  return report;
}

async function runTurn(slice: Slice, turn: number, seen: Seen, report: MarathonReport): Promise<void> {
  const { session_id } = report;
  const text = `Question ${turn}. ${prose(turn, 40 + (turn % 7) * 30)}`;
  const { context_tokens } = slice.service.sessions.read({ session_id }).billing;
  const shown = (context_tokens ?? 0) + tokensIn(text);
  const asked = seen.sent.length;
  const begun = process.cpuUsage();
  slice.send({ session_id, text });
  // A window of this turn alone: each one that stays open makes all later turns dearer.
  const window = slice.watch(session_id);
  await window.rest();
  window.detach();
  const { user, system } = process.cpuUsage(begun);
  report.cost.push((user + system) / 1000);
  const counted = seen.sent[asked] ?? Number.NaN;
  const compactions = compactionsOf(slice, session_id);
  const made = compactions.slice(report.compactions.length);
  report.compactions = compactions;
  const [first] = made;
  if (first === undefined && turn > 0) report.off.push(shown / counted - 1);
  // Made before the first request of the turn, or between two of its steps.
  if (first !== undefined && first.split === undefined && counted < shown * 0.9) {
    report.off_at_trigger.push(first.tokens_before / shown - 1);
    report.off_after.push(first.tokens_after / counted - 1);
  }
  if (compactions.length === 0) report.before_first = turn + 1;
}

const compactionsOf = (slice: Slice, session_id: SessionId): Compaction[] =>
  query<{ data_json: string }>(
    slice,
    "SELECT data_json FROM chat_parts WHERE session_id = ? AND type = 'data-compaction' ORDER BY created_at, id",
    session_id,
  ).map(({ data_json }) => JSON.parse(data_json).data);

/** Calls a tool, then answers with what that found. */
function answerTo({ body }: RecordedRequest): Step[] {
  const messages = body.messages as { role: string }[];
  const at = messages.length;
  if (messages.at(-1)?.role === "tool") return [{ text: `Answer. ${prose(at, 120 + (at % 5) * 40)}` }];
  return [{ text: "Let me look." }, { tool: { id: `call_${at}`, name: "look", input: { at } } }];
}

/** All that was said, whether or not a summary stands for it, in order: every message once. */
export function readable(slice: Slice, session_id: SessionId): StoredMessage[] {
  const { sessions, compactions } = slice.service;
  const pageAll = (read: (before: MessageId | undefined) => { messages: StoredMessage[]; more: boolean }) => {
    const all: StoredMessage[] = [];
    for (let more = true; more; ) {
      const page = read(all[0]?.id);
      all.unshift(...page.messages);
      more = page.more;
    }
    return all;
  };
  const behind = (message: StoredMessage): StoredMessage[] =>
    compactionOf(message) === undefined
      ? [message]
      : pageAll((before) =>
          compactions.turnsOf({
            session_id,
            message_id: message.id,
            limit: 200,
            ...(before === undefined ? {} : { before }),
          }),
        ).flatMap(behind);
  const last = `msg_${"f".repeat(14)}${"z".repeat(12)}` as MessageId;
  return pageAll((before) => sessions.messages({ session_id, before: before ?? last, limit: 200 })).flatMap(
    behind,
  );
}

/** A digest of the visible transcript, row for row and byte for byte. */
export function digestOf(slice: Slice, session_id: SessionId, which: "visible" | "said"): string {
  const condition =
    which === "visible" ? "m.hidden_at IS NULL" : "m.metadata_json ->> '$.synthetic' IS NOT TRUE";
  const rows = query(
    slice,
    `SELECT m.id, m.role, m.metadata_json, p.id AS part, p."index", p.type, p.data_json FROM chat_messages m
     JOIN chat_parts p ON p.message_id = m.id WHERE m.session_id = ? AND ${condition} ORDER BY m.id, p."index"`,
    session_id,
  );
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}

const WORDS =
  "river boat evening water stone bridge light under over between window garden letter answer question branch summary token provider carefully together remember yesterday".split(
    " ",
  );

/** So many words, the same for the same seed. */
function prose(seed: number, count: number): string {
  let state = (seed + 1) * 2_654_435_761;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return WORDS[state % WORDS.length] ?? "";
  };
  return Array.from({ length: count }, (_, n) => (n % 12 === 11 ? `${next()}.` : next())).join(" ");
}

/** A tool's output: now short, now long. */
const listing = (at: number): { path: string; line: number; text: string }[] =>
  Array.from({ length: 3 + ((at * 7) % 40) }, (_, line) => ({
    path: `src/${prose(at + line, 2).replace(" ", "/")}.ts`,
    line,
    text: `export const ${prose(line, 1)} = (${prose(at, 1)}: Boat): Oar[] => [];`,
  }));
