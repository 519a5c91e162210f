/** Reads what a command needs: each simple command in it, and each file that its redirections read and write (PM-4). */
import type { Need } from "../../../src-preload/contract/domain/permissions";
import { createLeads, type Leads } from "./arguments";
import type { JudgedPlace } from "./protected-paths";
import { addDoubt, readNode, type TextReading } from "./read-tree";
import { loadParser, type ParseShell, type ShellTree } from "./shell-tree";
import type { Found } from "./simple-command";

/** Where a command runs. */
export interface CommandPlace extends JudgedPlace {
  home: string;
}

export interface CommandReader {
  /**
   * Returns the needs of a command that bash or sh would run in the workspace. Never empty, and never throws: what cannot be read is a need
   * that is asked about.
   */
  needsOf(command: string, place: CommandPlace): Need[];
}

/** Characters of a command that is read at all. */
const LENGTH = 20_000;
/** Texts in texts, as in `bash -c "bash -c …"`. */
const TEXTS = 4;
/** Needs that one question can show. */
const NEEDS = 200;

/**
 * The characters that a shell, a screen and the grammar read in different ways: control characters, spaces of other scripts, invisible characters, those
 * that turn the direction of the text.
 */
const DOUBTFUL = /[^\S \t\n]|[^\P{Cc}\t\n]|[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** Loads the grammar when it is first called. @throws where a file of the grammar is missing */
export async function createCommandReader(): Promise<CommandReader> {
  const parse = await loadParser();
  return { needsOf: (command, place) => readNeeds(parse, command, place) };
}

function readNeeds(parse: ParseShell, command: string, place: CommandPlace): Need[] {
  const whole: Need = { permission: "command", target: command, unsure: "not-parsed" };
  if (command.length > LENGTH) return [whole];
  const leads = createLeads(place);
  const parseOnce = remembering(parse);
  const first = collect(parseOnce, command, place, leads, false);
  // `cd` changes what the words before it mean too, in a loop. All folders are known now.
  const { found, redirects } = first.has_cd ? collect(parseOnce, command, place, leads, true) : first;
  const needs = withoutTwins(settled(found, redirects));
  if (needs.length === 0 || needs.length > NEEDS) needs.push(whole);
  return needs;
}

function remembering(parse: ParseShell): ParseShell {
  const trees = new Map<string, ShellTree>();
  return (text) => {
    const tree = trees.get(text) ?? parse(text);
    trees.set(text, tree);
    return tree;
  };
}

function collect(
  parse: ParseShell,
  command: string,
  place: CommandPlace,
  leads: Leads,
  has_cd: boolean,
): TextReading {
  const { workspace_root } = place;
  const found: Found[] = [];
  const shared = { has_cd, redirects: false };
  function readText(source: string, depth: number): TextReading | undefined {
    if (depth > TEXTS || found.length > NEEDS) return undefined;
    const reading: TextReading = { leads, found, source, workspace_root, depth, ...shared, readText };
    const tree = parse(source);
    if (tree.broken || DOUBTFUL.test(source)) addDoubt(reading, source, "not-parsed");
    readNode(tree.root, reading);
    shared.has_cd ||= reading.has_cd;
    shared.redirects ||= reading.redirects;
    return reading;
  }
  const reading = readText(command, 0);
  if (reading === undefined) throw new Error("A text of the first depth is always read.");
  return { ...reading, ...shared };
}

/** A reader of files is harmless only where nothing else in the text could put another file in its place first. */
function settled(found: readonly Found[], redirects: boolean): Need[] {
  const isAllSafe = found.every(({ need }) => need.safe);
  return found.map(({ need, reads_paths }) => {
    const isCommand = need.permission === "command";
    const mayChange = (isCommand && redirects) || (reads_paths && !isAllSafe);
    if (!need.safe || !mayChange) return need;
    const { safe: _, ...asked } = need;
    return asked;
  });
}

function withoutTwins(needs: readonly Need[]): Need[] {
  const byContent = new Map<string, Need>();
  for (const need of needs) byContent.set(JSON.stringify(need), need);
  return [...byContent.values()];
}
