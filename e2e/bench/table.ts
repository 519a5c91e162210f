/** What was measured, as lines on the terminal and as the table between two marks of a Markdown page. */
import { readFile, writeFile } from "node:fs/promises";
import { arch, availableParallelism, platform } from "node:os";
import type { Line } from "./measure";

const BEGIN = "<!-- bench: begin -->";
const END = "<!-- bench: end -->";

const verdict = ({ met }: Line): string => (met ? "met" : "missed");

export function printLine(line: Line): void {
  console.log(
    `${line.met ? "✓" : "✗"} ${line.what}: goal ${line.goal}, measured ${line.measured}: ${verdict(line)}`,
  );
}

/** @throws Error where the page has no marks */
export async function writeTable(file: string, lines: readonly Line[]): Promise<void> {
  const page = await readFile(file, "utf8");
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${file} has no ${BEGIN} … ${END} for the table.`);
  const rows = lines.map((line) => `| ${line.what} | ${line.goal} | ${line.measured} | ${verdict(line)} |`);
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${platform()} ${arch()}, ${availableParallelism()} cores, Node ${process.versions.node}`;
  const table = [
    BEGIN,
    "| what | goal | measured | verdict |",
    "|---|---|---|---|",
    ...rows,
    "",
    `Measured on ${day}: ${machine}, shared with other work.`,
  ];
  await writeFile(file, `${page.slice(0, begin)}${table.join("\n")}\n${page.slice(end)}`);
}
