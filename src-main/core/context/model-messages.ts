/** Turns a transcript into the messages for the model. Pure: the same input gives the same bytes, which a provider's cache needs. */

import type { LanguageModelV3, LanguageModelV3Prompt } from "@ai-sdk/provider";
import type { ModelMessage } from "ai";
import type { BraidMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { toldTo } from "./foreign";
import { saidParts } from "./said-parts";
import { type FileReader, NO_FILES, toldFiles } from "./told-files";
import { toldTools } from "./told-tools";
import { withPictures } from "./tool-pictures";

type Sdk = Pick<typeof import("ai"), "convertToModelMessages"> &
  Pick<typeof import("ai/internal"), "convertToLanguageModelPrompt">;
let sdk: Sdk | undefined;

/** Asks for the SDK until it is there, and not again: a long conversation is converted in thousands of pieces. */
async function loaded(): Promise<Sdk> {
  if (sdk === undefined) {
    const { convertToModelMessages } = await import("ai");
    const { convertToLanguageModelPrompt } = await import("ai/internal");
    sdk = { convertToModelMessages, convertToLanguageModelPrompt };
  }
  return sdk;
}

/**
 * Tells of the user's files as the model can read them (see `toldFiles`), and of pictures that tools have read (see `withPictures`). Leaves out parts that providers refuse and that a stopped or failed turn may have left (see `saidParts`), and parts of other models'
 * answers that `model` cannot read (see `toldTo`). Converts each message, and each step of one, by itself: a prompt may be built of pieces.
 */
export async function toModelMessages(
  messages: readonly BraidMessage[],
  model: ModelRef,
  files: FileReader = NO_FILES,
): Promise<ModelMessage[]> {
  const named = await Promise.all(messages.map((message) => toldFiles(message, files)));
  const told = named
    .flatMap((message) => withPictures(message, files.reads))
    .map((message) => toldTo(model, message));
  const said = told.map((message) => ({
    ...message,
    parts: toldTools(saidParts(message)),
  }));
  const spoken = said.filter(({ parts }) => parts.length > 0);
  const { convertToModelMessages } = await loaded();
  return await convertToModelMessages(spoken, { ignoreIncompleteToolCalls: true });
}

/**
 * The messages in the form that a model takes. The SDK's own conversion, without its check of each message by its schema: the check takes
 * ten times as long, and each step would repeat it for the whole prompt.
 */
export async function toPrompt(
  messages: ModelMessage[],
  { supportedUrls }: Pick<LanguageModelV3, "supportedUrls">,
): Promise<LanguageModelV3Prompt> {
  const { convertToLanguageModelPrompt } = await loaded();
  return await convertToLanguageModelPrompt({
    prompt: { messages },
    supportedUrls: withKept(await supportedUrls),
    download: undefined,
  });
}

/** Nothing is to be downloaded for a kept file: `withBytes` reads it when the prompt is sent. */
const withKept = (urls: Record<string, RegExp[]>): Record<string, RegExp[]> => ({
  ...urls,
  "*/*": [...(urls["*/*"] ?? []), /^blob:/],
});

/** Counts the characters of the messages' content as JSON, for estimates. */
export const characters = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, { content }) => sum + JSON.stringify(content).length, 0);
