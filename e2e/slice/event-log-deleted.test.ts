/** The storage page deletes the log of all changes (DB-13, SV-10): it is told that it is gone, or why not, and may try again. */
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { childScript } from "../../src-main/store/testing/child-script";
import type { IpcContext } from "../../src-main/surfaces/ipc/context";
import { storageHandlers } from "../../src-main/surfaces/ipc/handlers/storage";
import { query, tamper } from "./database";
import { removeSlice, type Slice, startSlice } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

test("[DB-13] [SV-10] a log that cannot be deleted is not called deleted, and the next press deletes it", async () => {
  slice = await startSlice({ compose: { job_file: pathToFileURL(childScript("store-job")) } });
  const { app } = slice;
  const handlers = storageHandlers({ ...app, shell: { systemActions: {} } } as unknown as IpcContext);
  const press = () => handlers["storage.delete_event_log"]({}, {} as never);
  const events = () => query(slice, "SELECT 1 FROM event_log").length;
  await app.settings.change("recorder.event_log", true);
  slice.service.sessions.create({ title: "Noted" });
  await expect.poll(events).toBeGreaterThan(0);
  await expect
    .poll(() => query(slice, "SELECT 1 FROM app_state WHERE key = 'store.event_log'"))
    .toHaveLength(1);

  tamper(slice, "CREATE TRIGGER keep BEFORE DELETE ON event_log BEGIN SELECT RAISE(ABORT, 'kept'); END");
  for (const _ of ["first", "again"]) await expect(press()).rejects.toThrow("kept");
  expect(events()).toBeGreaterThan(0);

  tamper(slice, "DROP TRIGGER keep");
  expect(await press()).toBeUndefined();
  expect(events()).toBe(0);
  expect(app.settings.all().recorder).toMatchObject({ event_log: false });
});
