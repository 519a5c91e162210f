/** Prompts as they were sent (SP-2). */
import type { PromptPage } from "../../../src-preload/contract/domain/prompts";
import type { PromptRequest } from "../../../src-preload/contract/domain/requests";
import { readSentPrompt } from "../run/later";
import type { TurnDeps } from "../run/turn-context";
import type { SessionNews } from "./news";

export class Prompts {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "counter" | "calibration" | "models">,
    private readonly news: Pick<SessionNews, "read">,
  ) {}

  /** @throws BraidError `MESSAGE_NOT_FOUND` for a message that is no model's answer, or is not in this prompt */
  async read(request: PromptRequest): Promise<PromptPage> {
    this.news.read(request.session_id);
    return await readSentPrompt(this.deps, request);
  }
}
