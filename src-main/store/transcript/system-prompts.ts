/** System prompts as models read them (SP-2): a prompt is a list of sections, and each section is stored once. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { TranscriptStore } from "../../core/ports/transcript-store";
import type { Connection } from "../database/connection";
import { systemPromptSections, systemPrompts } from "../database/schema";

export function systemPromptVerbs({
  orm,
  write,
}: Connection): Pick<TranscriptStore, "saveSystemPrompt" | "systemPrompt"> {
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

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
