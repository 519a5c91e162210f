/** SV-8: whichever page of the database is overwritten, the app starts, and its user is told where a start met the damage. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compose } from "../../src-main/compose";
import { createInProcessCounter } from "../../src-main/models/tokens/in-process";
import { openStore } from "../../src-main/store";
import { PAGE_SIZE } from "../../src-main/store/database/connection";
import { dataRoot } from "../../src-main/store/testing/data-root";
import { cleanup } from "../../src-main/store/testing/stores";
import { wholeTurn } from "../../src-main/store/testing/talk";
import { RESOURCES } from "./slice";

async function library() {
  const data_dir = mkdtempSync(join(dataRoot(), "braid-damaged-"));
  cleanup(() => rmSync(data_dir, { recursive: true, force: true }));
  const { store, maintenance } = openStore({ file: join(data_dir, "braid.db") });
  wholeTurn(store);
  await maintenance.close();
  store.close();
  const files = readdirSync(data_dir).map((name) => [name, readFileSync(join(data_dir, name))] as const);
  const putBack = () => {
    for (const name of readdirSync(data_dir)) rmSync(join(data_dir, name), { recursive: true });
    for (const [name, bytes] of files) writeFileSync(join(data_dir, name), bytes, { mode: 0o600 });
  };
  return { data_dir, file: join(data_dir, "braid.db"), putBack };
}

test("[SV-8] the app starts whichever page of its database is overwritten", async () => {
  const { data_dir, file, putBack } = await library();
  const whole = readFileSync(file);
  const failed: string[] = [];
  for (let page = 0; page < whole.length / PAGE_SIZE; page++) {
    putBack();
    writeFileSync(file, Buffer.from(whole).fill(0xaa, page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
    try {
      const app = await compose({
        data_dir,
        resources_dir: RESOURCES,
        env: {},
        counter: createInProcessCounter(),
      });
      app.sessions.list({ limit: 9 });
      await app.close();
    } catch (error) {
      failed.push(`page ${page + 1}: ${error}`);
    }
  }
  expect(failed).toEqual([]);
});
