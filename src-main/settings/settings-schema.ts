/** The schema of `settings.json`: names, ranges and defaults. The person who typed a value reads the messages. */

import * as z from "zod/mini";
import { READABLE_KINDS } from "../../src-preload/contract/domain/attachments";
import { LANGUAGES } from "../../src-preload/contract/domain/language";
import { THINKING_LEVELS } from "../../src-preload/contract/domain/models";
import { COMPACTION_MOST, SYSTEM_KEY } from "../../src-preload/contract/domain/settings";
import type { ChosenKeys } from "../../src-preload/contract/domain/shortcuts";
import { HOOK_EVENTS } from "../core/ports/hooks";
import { problem } from "./problem-words";

const DAY_MS = 86_400_000;

const oneOf = (names: readonly string[]) => problem("one-of", { names: names.join(", ") });
const between = (min: number, max: number) => problem("number", { min, max });

function whole(min: number, max: number) {
  const message = problem("whole", { min, max });
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message));
}

const tokens = whole(1, 100_000_000);
const yesOrNo = z.boolean(problem("yes-or-no"));
const name = z
  .string(problem("text"))
  .check(z.minLength(1, problem("empty")), z.maxLength(200, problem("long", { max: 200 })));

/** A user name or password in the address would end up in error messages, and fetch refuses it. */
const baseUrl = z.string(problem("text")).check(
  z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    ...problem("address"),
    abort: true,
  }),
  z.refine((text) => new URL(text).username === "" && new URL(text).password === "", {
    ...problem("address-secret"),
    abort: true,
  }),
  z.refine((text) => !/[?#]/.test(text), problem("address-query")),
);

/** Refuses anything but a name: a key that was pasted here would be shown wherever the name is. */
const variableName = z
  .string(problem("text"))
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, problem("variable")));

export const providerTypes = [
  "openai",
  "anthropic",
  "google",
  "openai-compatible",
  "ollama",
  "builtin",
] as const;

const dollars = z
  .number(problem("dollars"))
  .check(z.minimum(0, problem("negative")), z.maximum(1_000_000, problem("dollars-unit")));

const priceSchema = z.strictObject(
  {
    input: dollars,
    output: dollars,
    cache_read: z.exactOptional(dollars),
    cache_write: z.exactOptional(dollars),
  },
  problem("object-such-as", { example: '{"input": 3, "output": 15}' }),
);

const notAnObject = problem("object");

const part = z.number(between(0, 1)).check(z.minimum(0, between(0, 1)), z.maximum(1, between(0, 1)));
const upTo = (name: keyof typeof COMPACTION_MOST) => whole(0, COMPACTION_MOST[name]);
const recovery = { prune_tool_outputs: yesOrNo, chunked_summarize: yesOrNo, drop_middle: yesOrNo };
/** CP-8, CP-9 and PR-1; without their defaults, because a model that leaves one out takes it from the section. */
const compaction = {
  auto: yesOrNo,
  reserve_tokens: upTo("reserve_tokens"),
  tail_turns: upTo("tail_turns"),
  tail_budget_pct: part,
  min_turns_between: upTo("min_turns_between"),
  retry_on_transient: upTo("retry_on_transient"),
  retry_block_ms: upTo("retry_block_ms"),
  /** CP-9: prepares the next summary in the background. */
  prepare: yesOrNo,
  /** PR-1: the fill of the window from which large outputs of tools lose their middle, and from which they are left out. */
  prune_at: part,
  clear_at: part,
};

export const compactionSchema = z.strictObject(
  {
    auto: z._default(compaction.auto, true),
    reserve_tokens: z._default(compaction.reserve_tokens, 20_000),
    tail_turns: z._default(compaction.tail_turns, 2),
    tail_budget_pct: z._default(compaction.tail_budget_pct, 0.25),
    min_turns_between: z._default(compaction.min_turns_between, 2),
    retry_on_transient: z._default(compaction.retry_on_transient, 2),
    retry_block_ms: z._default(compaction.retry_block_ms, 60_000),
    smart_recovery: z.prefault(
      z.strictObject(
        {
          prune_tool_outputs: z._default(recovery.prune_tool_outputs, true),
          chunked_summarize: z._default(recovery.chunked_summarize, true),
          drop_middle: z._default(recovery.drop_middle, true),
        },
        notAnObject,
      ),
      {},
    ),
    prepare: z._default(compaction.prepare, false),
    prune_at: z._default(compaction.prune_at, 0.3),
    clear_at: z._default(compaction.clear_at, 0.5),
  },
  notAnObject,
);

/** CP-8 for one model. */
const modelCompactionSchema = z.exactPartial(
  z.strictObject(
    { ...compaction, smart_recovery: z.exactPartial(z.strictObject(recovery, notAnObject)) },
    notAnObject,
  ),
);

export const modelSchema = z.strictObject(
  {
    id: name,
    context_limit: z.exactOptional(tokens),
    max_output: z.exactOptional(tokens),
    price: z.exactOptional(priceSchema),
    small: z.exactOptional(yesOrNo),
    thinking: z.exactOptional(
      z.array(
        z.enum(THINKING_LEVELS, problem("some-of", { names: THINKING_LEVELS.join(", ") })),
        problem("list"),
      ),
    ),
    default_thinking: z.exactOptional(z.enum(THINKING_LEVELS, oneOf(THINKING_LEVELS))),
    reads: z.exactOptional(
      z.array(
        z.enum(READABLE_KINDS, problem("some-of", { names: READABLE_KINDS.join(", ") })),
        problem("list"),
      ),
    ),
    tools: z.exactOptional(yesOrNo),
    begins_thinking: z.exactOptional(yesOrNo),
    compaction: z.exactOptional(modelCompactionSchema),
  },
  problem("object-such-as", { example: '{"id": "big", "context_limit": 200000}' }),
);

/** `models` are read one by one, so that a mistake in one leaves the others. */
export const providerSchema = z
  .strictObject(
    {
      id: name.check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, problem("letters"))),
      type: z.enum(providerTypes, oneOf(providerTypes)),
      base_url: z.exactOptional(baseUrl),
      api: z.exactOptional(z.enum(["responses", "chat"], oneOf(["responses", "chat"]))),
      api_key_env: z.exactOptional(variableName),
      models: z._default(z.array(z.unknown(), problem("list-of-models")), []),
    },
    problem("object-such-as", {
      example: '{"id": "local", "type": "openai-compatible", "base_url": "http://127.0.0.1:8080/v1"}',
    }),
  )
  .check(
    z.refine((provider) => provider.type !== "openai-compatible" || provider.base_url !== undefined, {
      path: ["base_url"],
      ...problem("address-missing"),
    }),
    z.refine((provider) => provider.type === "openai" || provider.api === undefined, {
      path: ["api"],
      ...problem("api"),
    }),
    z.refine((provider) => (provider.type === "builtin") === (provider.id === "builtin"), {
      path: ["id"],
      ...problem("builtin"),
    }),
  );

export const defaultModelSchema = z.strictObject(
  { provider_id: name, model_id: name, variant: z.exactOptional(name) },
  problem("object-such-as", { example: '{"provider_id": "local", "model_id": "big"}' }),
);

export const recorderSchema = z.strictObject(
  {
    save_on: z._default(z.enum(["chunk", "step", "turn"], oneOf(["chunk", "step", "turn"])), "chunk"),
    save_buffer_ms: z._default(whole(0, 60_000), 16),
    save_buffer_size: z._default(whole(1, 64 * 1024 * 1024), 65_536),
    event_log: z._default(yesOrNo, false),
  },
  notAnObject,
);

export const runSchema = z.strictObject(
  {
    max_steps: z._default(whole(1, 100_000), 50),
    token_budget: z._default(z.nullable(whole(1, Number.MAX_SAFE_INTEGER)), null),
    max_retries: z._default(whole(0, 100), 4),
    max_retry_wait_ms: z._default(whole(0, DAY_MS), 120_000),
    first_chunk_timeout_ms: z._default(whole(1, DAY_MS), 60_000),
    stall_timeout_ms: z._default(whole(1, DAY_MS), 60_000),
    precompact_tokens: z._default(whole(0, 100_000_000), 4000),
  },
  notAnObject,
);

export const FONT_SIZES = { min: 10, max: 24, usual: 13.5 } as const;
const fontSize = between(FONT_SIZES.min, FONT_SIZES.max);

export const appearanceSchema = z.strictObject(
  {
    theme: z._default(z.enum(["system", "light", "dark"], oneOf(["system", "light", "dark"])), "system"),
    language: z._default(z.enum(["system", ...LANGUAGES], oneOf(["system", ...LANGUAGES])), "system"),
    /** Pixels of the body text. */
    font_size: z._default(
      z.number(fontSize).check(z.minimum(FONT_SIZES.min, fontSize), z.maximum(FONT_SIZES.max, fontSize)),
      FONT_SIZES.usual,
    ),
  },
  notAnObject,
);

const systemKey = problem("system-key", { example: '"$mod+Shift+Space"' });

/** The behaviour of the app around its windows. The settings dialog shows it beside `appearance`. */
export const windowSchema = z.strictObject(
  {
    /** Says that a long answer has ended, or that a question waits, while its window is not in front. */
    notifications: z._default(yesOrNo, true),
    /** Shows the first words of the answer, not the title alone. */
    notification_content: z._default(yesOrNo, true),
    /** The app stays when the last window closes. */
    tray: z._default(yesOrNo, false),
    /** The computer does not fall asleep while an answer is written. */
    keep_awake: z._default(yesOrNo, true),
    /** Off where the dictionary has to be downloaded first: the app makes no request of its own unasked. */
    spellcheck: z._default(yesOrNo, process.platform === "darwin"),
    /** Opens the quick window from any program. */
    quick_window: z._default(z.nullable(z.string(systemKey).check(z.regex(SYSTEM_KEY, systemKey))), null),
  },
  notAnObject,
);

/** In the order of the list of models. */
export const favouriteModelsSchema = z.array(
  z.strictObject(
    { provider_id: name, model_id: name },
    problem("object-such-as", { example: '{"provider_id": "local", "model_id": "big"}' }),
  ),
  problem("list"),
);

/** Keyed by folder, as a session names it. */
export const workspacesSchema = z.record(
  z.string(),
  z.strictObject({ default_model: z.exactOptional(defaultModelSchema) }, problem("object")),
  problem("object"),
);

/** The sections whose values a window may change, one by one. */
export const sectionSchemas = {
  run: runSchema,
  compaction: compactionSchema,
  recorder: recorderSchema,
  appearance: appearanceSchema,
  window: windowSchema,
};

/** AG-5: commands that hear of what happens. No window can change them: they run on this computer. */
export const hookSchema = z.strictObject(
  {
    on: z.enum(HOOK_EVENTS, oneOf(HOOK_EVENTS)),
    run: z
      .string(problem("text"))
      .check(z.minLength(1, problem("empty")), z.maxLength(10_000, problem("long", { max: 10_000 }))),
    timeout_ms: z._default(whole(1, 600_000), 10_000),
  },
  problem("object-such-as", { example: '{"on": "session_save", "run": "~/bin/note-session"}' }),
);

export const hookListSchema = z.array(z.unknown(), problem("list"));

export type ModelSettings = z.output<typeof modelSchema>;
export type ProviderSettings = Omit<z.output<typeof providerSchema>, "models"> & { models: ModelSettings[] };

export interface Settings {
  providers: ProviderSettings[];
  /** Ids of entries with a mistake: nothing else may take their place. */
  left_out_providers: string[];
  default_model: z.output<typeof defaultModelSchema> | undefined;
  favourite_models: z.output<typeof favouriteModelsSchema>;
  workspaces: z.output<typeof workspacesSchema>;
  compaction: z.output<typeof compactionSchema>;
  recorder: z.output<typeof recorderSchema>;
  run: z.output<typeof runSchema>;
  appearance: z.output<typeof appearanceSchema>;
  window: z.output<typeof windowSchema>;
  hooks: z.output<typeof hookSchema>[];
  /** The keys that differ from the defaults of the commands. */
  shortcuts: ChosenKeys;
}
