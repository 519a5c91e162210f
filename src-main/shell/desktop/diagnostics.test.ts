import { expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { createRedactor } from "../../core/redact";
import { diagnosticsText, type Findings } from "./diagnostics";

const SECRET = "sk-planted-3f9c1d7a5b";
const WORDS = "A title nobody else may read";

const findings: Findings = {
  version: "1.2.3",
  settings: {
    providers: [
      {
        id: "local",
        type: "openai-compatible",
        base_url: `https://me:hunter22@host.example:8443/v1/${WORDS}?key=${SECRET}`,
        api_key_env: "LOCAL_KEY",
        headers: { "X-Api": SECRET },
        models: [{ id: "big", context_limit: 200_000 }],
      },
    ],
    default_model: { provider_id: "local", model_id: "big" },
    appearance: { theme: "dark", language: "en", font_size: 14 },
  },
  problems: [{ path: "providers.0.models" }],
  report: {
    space: [{ kind: "transcripts", size: 4096 }],
    biggest: [{ session: { id: "ses_1" as SessionId, title: WORDS }, size: 10 }],
    sessions: 1,
    messages: 2,
    backups: [{ name: "braid-2026-11-21T120000.db", made_at: 5, size: 10 }],
  },
  facts: { schema_version: 1, sqlite_version: "3.54.1", integrity: ["ok"], sessions: 1, messages: 2 },
  log: [`error The call failed: Bearer ${SECRET} in /home/ada/work`],
};

it("tells what a fault is found by, and neither a key nor a word of what was said", () => {
  const text = diagnosticsText(findings, createRedactor("/home/ada"), new Date(0));
  for (const forbidden of [SECRET, "hunter22", WORDS, "/home/ada", "LOCAL_KEY", "ses_1"])
    expect(text).not.toContain(forbidden);
  const told = JSON.parse(text);
  expect(told.braid).toBe("1.2.3");
  expect(told.settings.providers[0]).toMatchObject({
    id: "local",
    base_url: "https://host.example:8443",
    models: [{ id: "big", context_limit: 200_000 }],
  });
  expect(told.settings.appearance).toEqual({ theme: "dark", language: "en", font_size: 14 });
  expect(told.store).toMatchObject({ schema_version: 1, integrity: ["ok"], sessions: 1, messages: 2 });
  expect(told.log).toHaveLength(1);
});
