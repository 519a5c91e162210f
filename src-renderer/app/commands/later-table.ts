/** The functions of the commands that need a conversation on the page. Their code comes with that of the conversation. */
import type { CommandId } from "../../../src-preload/contract/window/commands";
import { compareCommands } from "../../features/side-panel/compare/compare-commands";
import type { Command } from "../../platform/commands/command";
import { conversationCommands } from "./conversation-commands";

export const laterCommands = { ...conversationCommands, ...compareCommands } satisfies Partial<
  Record<CommandId, Command>
>;
