/** Providers, their keys and their models. A key goes in and never comes out: no answer of these calls holds one. */

import * as z from "zod/mini";
import { READABLE_KINDS } from "../../domain/attachments";
import { THINKING_LEVELS } from "../../domain/models";
import {
  KEEPING,
  type LocalServer,
  PROVIDER_TYPES,
  type ProvidersView,
  type TestResult,
} from "../../domain/providers";
import { COMPACTION_NAMES } from "../../domain/settings";
import { modelRef, none } from "../fields";

export interface ProviderOutputs {
  "providers.list": ProvidersView;
  "providers.save": ProvidersView;
  "providers.remove": ProvidersView;
  "providers.save_model": ProvidersView;
  "providers.set_default": ProvidersView;
  "providers.set_key": ProvidersView;
  "providers.remove_key": ProvidersView;
  "providers.confirm_variable": ProvidersView;
  "providers.test": TestResult;
  "providers.refresh_models": ProvidersView;
  "providers.freshen_models": undefined;
  "providers.cancel": undefined;
  "providers.find_local": LocalServer[];
}

const provider_id = z.string().check(z.minLength(1), z.maxLength(200));
const provider = z.strictObject({ provider_id });
const tokens = z.nullable(z.int().check(z.minimum(1), z.maximum(100_000_000)));
const dollars = z.number().check(z.minimum(0), z.maximum(1_000_000));

export const providerSchemas = {
  "providers.list": none,
  /** A new provider, or another type or address for an existing one. Other values of its entry stay. */
  "providers.save": z.strictObject({
    id: provider_id,
    type: z.enum(PROVIDER_TYPES),
    /** Null for the usual address of its type. */
    base_url: z.nullable(z.string().check(z.minLength(1), z.maxLength(2000))),
    create: z.boolean(),
  }),
  /** Removes a provider with its key. */
  "providers.remove": provider,
  /** Changes a model's entry in the settings. Null takes a value out, so that the known value applies again. */
  "providers.save_model": z.strictObject({
    provider_id,
    model_id: provider_id,
    context_limit: z.optional(tokens),
    max_output: z.optional(tokens),
    price: z.optional(
      z.nullable(
        z.strictObject({
          input: dollars,
          output: dollars,
          cache_read: z.optional(dollars),
          cache_write: z.optional(dollars),
        }),
      ),
    ),
    small: z.optional(z.nullable(z.boolean())),
    reads: z.optional(z.nullable(z.array(z.enum(READABLE_KINDS)).check(z.maxLength(READABLE_KINDS.length)))),
    tools: z.optional(z.nullable(z.boolean())),
    begins_thinking: z.optional(z.nullable(z.boolean())),
    thinking: z.optional(
      z.nullable(z.array(z.enum(THINKING_LEVELS)).check(z.maxLength(THINKING_LEVELS.length))),
    ),
    default_thinking: z.optional(z.nullable(z.enum(THINKING_LEVELS))),
    compaction: z.optional(
      z.partialRecord(z.enum(COMPACTION_NAMES), z.union([z.number(), z.boolean(), z.null()])),
    ),
  }),
  "providers.set_default": z.strictObject({ model: modelRef }),
  /** Keeps a key for the provider's present address, and no other. */
  "providers.set_key": z.strictObject({
    provider_id,
    key: z.string().check(z.trim(), z.minLength(1), z.maxLength(4096)),
    keep: z.enum(KEEPING),
  }),
  "providers.remove_key": provider,
  /** Allows the variable that `settings.json` names to go to this address, now and later. Both as the user saw them. */
  "providers.confirm_variable": z.strictObject({
    provider_id,
    variable: z.string().check(z.minLength(1), z.maxLength(200)),
    origin: z.string().check(z.minLength(1), z.maxLength(2000)),
  }),
  /** Makes a small real request, of 15 seconds at most. */
  "providers.test": provider,
  "providers.refresh_models": provider,
  /** Lists of servers on this computer, and those older than a day. Answers at once: what is new comes as a change of the models. */
  "providers.freshen_models": none,
  /** Ends a running test or refresh of this provider. */
  "providers.cancel": provider,
  /** Looks for servers on this computer alone, once. */
  "providers.find_local": none,
} as const;
