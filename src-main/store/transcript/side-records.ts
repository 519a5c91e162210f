/**
 * What is kept beside the transcript: system prompts (SP-2), small facts of the app, the newest id (DB-5), and what calls beside the
 * turns have cost (TK-1).
 */

import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Store } from "../../core/ports/store";
import type { Connection } from "../database/connection";

import { agentCalls, appState, systemPromptSections, systemPrompts } from "../database/schema";

type BesidesVerbs = Pick<
  Store,
  "saveSystemPrompt" | "systemPrompt" | "setAppState" | "appState" | "newestIdTime" | "accountCall"
>;

export function besidesVerbs(connection: Connection): BesidesVerbs {
  return {
    ...promptVerbs(connection),
    ...appStateVerbs(connection),
    ...idVerbs(connection),
    ...accountVerbs(connection),
  };
}

function accountVerbs({ orm, write }: Connection): Pick<Store, "accountCall"> {
  return {
    accountCall: ({ model, usage, now, ...call }) => {
      const row = { ...call, model_json: model, usage_json: usage, created_at: now };
      write(() => orm.insert(agentCalls).values(row).run());
    },
  };
}

function promptVerbs({ orm, write }: Connection): Pick<Store, "saveSystemPrompt" | "systemPrompt"> {
  const isKnown = (digest: string): boolean =>
    orm.select().from(systemPrompts).where(eq(systemPrompts.digest, digest)).get() !== undefined;
  return {
    saveSystemPrompt: (prompt, now) => {
      if (isKnown(prompt.digest)) return;
      write(() => {
        const sections = prompt.sections.map(({ name, text }) => ({ name, text, digest: sha256(text) }));
        for (const { digest, text } of sections) {
          orm.insert(systemPromptSections).values({ digest, text_json: text }).onConflictDoNothing().run();
        }
        const sections_json = sections.map(({ name, digest }) => ({ name, digest }));
        orm.insert(systemPrompts).values({ digest: prompt.digest, sections_json, created_at: now }).run();
      });
    },
    systemPrompt: (digest) => {
      const prompt = orm.select().from(systemPrompts).where(eq(systemPrompts.digest, digest)).get();
      if (prompt === undefined) return undefined;
      const textOf = (section: string): string =>
        orm.select().from(systemPromptSections).where(eq(systemPromptSections.digest, section)).get()
          ?.text_json ?? "";
      return {
        digest,
        sections: prompt.sections_json.map((section) => ({
          name: section.name,
          text: textOf(section.digest),
        })),
      };
    },
  };
}

function appStateVerbs({ orm, write }: Connection): Pick<Store, "setAppState" | "appState"> {
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
        // A hand edited it, or a disk spoiled it. Small facts are all that is kept here: no start ends for one.
        return undefined;
      }
    },
  };
}

const ID_TIME = /^[a-z]{3}_([0-9a-f]{14})/;

function idVerbs({ raw }: Connection): Pick<Store, "newestIdTime"> {
  // Each is the last entry of an index; the prefix keeps an id of another make (an import) from passing for the newest.
  const newest = [
    ["chat_sessions", "ses_"],
    ["chat_messages", "msg_"],
    ["chat_parts", "prt_"],
    ["chat_timeline_ops", "top_"],
    ["chat_queue", "que_"],
  ].map(([table, prefix]) =>
    raw.prepare<[], string | null>(`SELECT max(id) FROM ${table} WHERE id < '${prefix}g'`).pluck(),
  );
  return {
    newestIdTime: () =>
      newest.reduce((largest, statement) => {
        const digits = ID_TIME.exec(statement.get() ?? "")?.[1];
        const time = digits === undefined ? 0n : BigInt(`0x${digits}`);
        return time > largest ? time : largest;
      }, 0n),
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
