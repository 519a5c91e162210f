/** Small facts of the app itself, such as the windows that were open (SE-9). */
import { eq } from "drizzle-orm";
import type { AppStateStore } from "../../core/ports/store";
import type { Connection } from "./connection";
import { appState } from "./schema";

export function appStateVerbs({ orm, write }: Connection): AppStateStore {
  return {
    setAppState: (key, value) => {
      write(() => {
        if (value === undefined) orm.delete(appState).where(eq(appState.key, key)).run();
        else {
          const row = { value_json: JSON.stringify(value) };
          const insert = orm.insert(appState).values({ key, ...row });
          insert.onConflictDoUpdate({ target: appState.key, set: row }).run();
        }
      });
    },
    appState: (key) => {
      const row = orm.select().from(appState).where(eq(appState.key, key)).get();
      try {
        return row && JSON.parse(row.value_json);
      } catch {
        // A hand or a failing disk has changed the row. Only small facts are kept here, so a start goes on without one.
        return undefined;
      }
    },
  };
}
