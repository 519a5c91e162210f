/** Reads earlier messages of a session: outlines, and the words of those that come into view first. */
import type { MessagePage } from "../../../src-preload/contract/domain/messages";
import type { CallInput } from "../../../src-preload/contract/window/calls";
import { call } from "../../platform/bridge";

/** The last outlines of a page are loaded with their words. */
const NEAR = 12;

/** Loads the words together with the outlines, so that the visible text keeps its place. @throws CallError */
export async function earlierPage(input: CallInput<"session.outline">): Promise<MessagePage> {
  const [page, near] = await Promise.all([
    call("session.outline", input),
    call("session.messages", { ...input, limit: Math.min(NEAR, input.limit) }),
  ]);
  const words = new Map(near.messages.map((message) => [message.id, message]));
  return { ...page, messages: page.messages.map((message) => words.get(message.id) ?? message) };
}
