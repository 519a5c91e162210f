import { expect, it } from "vitest";
import type { Store } from "../../../core/ports/store";
import { ask, opened } from "../../testing/stores";
import { rewound, wholeTurn } from "../../testing/talk";
import type { JobContext } from "../../upkeep/jobs/jobs";
import { join, restore } from "./rebuild";

const context: JobContext = {
  isCancelled: () => false,
  onProgress: () => undefined,
  unstoppable: (read) => read(),
};
const idsIn = (file: string) => ask(file, "SELECT id FROM chat_messages ORDER BY id").map(({ id }) => id);

/** Copies the database with what was said in it so far. */
async function copyOf(file: string, name: string): Promise<string> {
  const target = `${file}-${name}`;
  await restore({ backup: file, target }, context);
  return target;
}

/** A session in a file whose database is closed. `say` goes on in it, in whichever copy. */
async function talk() {
  const { file, store, close } = opened();
  const { session_id } = wholeTurn(store);
  wholeTurn(store, session_id);
  await close();
  const say = async (where: string, change: (store: Store) => void) => {
    const there = opened(where);
    change(there.store);
    await there.close();
  };
  return { file, session_id, say };
}

it("[SV-8] what was said since stays, also where the damaged file had more of its session", async () => {
  const { file, session_id, say } = await talk();
  const present = await copyOf(file, "backup");
  await say(file, (store) => {
    wholeTurn(store, session_id, "Lost with the damage.");
    wholeTurn(store, session_id, "And this.");
  });
  const target = await copyOf(file, "rebuilt");
  await say(present, (store) => void wholeTurn(store, session_id, "Said since."));
  for (const _ of [1, 2]) join({ present, target });
  expect(idsIn(target)).toEqual(idsIn(present));
});

it("[SV-8] a session that has less in the database in use stays as it was rebuilt, whatever was hidden in it since", async () => {
  const { file, session_id, say } = await talk();
  const present = await copyOf(file, "backup");
  await say(present, (store) => rewound(store, session_id));
  await say(file, (store) => {
    for (const words of ["More.", "And more.", "And yet more."]) wholeTurn(store, session_id, words);
  });
  const target = await copyOf(file, "rebuilt");
  const rebuilt = idsIn(target);
  join({ present, target });
  expect(ask(present, "SELECT op_id FROM chat_timeline_forks")).toHaveLength(1);
  expect(idsIn(target)).toEqual(rebuilt);
});
