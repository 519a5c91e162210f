/** Measures what the event log (DB-13) costs a turn. */
import { keepEvents } from "../../src-main/store/event-log/keep";
import { answer, createCore, openDatabaseFolder } from "./core";
import { type Line, timeRatio } from "./lines";
import { interleaved } from "./measure";
import { answerInWindow } from "./path";

const CHUNKS = 2000;
const TURNS = 31;

export async function logging(): Promise<Line[]> {
  const [plain, logged] = [await openDatabaseFolder(), await openDatabaseFolder()];
  await keepEvents({ file: logged.file, wanted: true }, () => false);
  const run = ({ ...database }: typeof plain) => {
    const core = createCore(database, () => answer(CHUNKS));
    return () => answerInWindow(core, CHUNKS);
  };
  const found = await interleaved(TURNS, { off: run(plain), on: run(logged) });
  await plain.close();
  await logged.close();
  return [timeRatio(`a turn of ${CHUNKS} chunks: with the event log / without`, found.on, found.off, 1.15)];
}
