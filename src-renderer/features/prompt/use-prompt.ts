/** Loads the prompt of an answer, page by page from its end. */

import { useCallback, useEffect, useState } from "react";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { PromptPage } from "../../../src-preload/contract/domain/prompts";
import { say } from "../../platform/announce";
import { call, toErrorInfo } from "../../platform/bridge";
import { t } from "../../platform/language/language";

/** Messages of a page. */
const PAGE = 50;

export interface AnswerRef {
  session_id: SessionId;
  message_id: MessageId;
}

interface Loaded {
  /** Undefined until the first answer. */
  prompt?: PromptPage;
  failure?: ErrorInfo;
  loading: boolean;
  loadEarlier: () => void;
  /** Asks again for what has failed to come. */
  retry: () => void;
}

export function usePrompt({ session_id, message_id }: AnswerRef): Loaded {
  const [prompt, setPrompt] = useState<PromptPage>();
  const [failure, setFailure] = useState<ErrorInfo>();
  const [loading, setLoading] = useState(true);
  const load = useCallback(
    async (before?: MessageId) => {
      setLoading(true);
      setFailure(undefined);
      try {
        const input = { session_id, message_id, limit: PAGE };
        const page = await call("prompt.read", before === undefined ? input : { ...input, before });
        setPrompt((known) =>
          known === undefined ? page : { ...known, ...page, messages: [...page.messages, ...known.messages] },
        );
        if (before !== undefined) say(t("prompt:loaded", { count: page.messages.length }));
      } catch (error) {
        setFailure(toErrorInfo(error));
      }
      setLoading(false);
    },
    [session_id, message_id],
  );
  useEffect(() => void load(), [load]);
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(failure === undefined ? {} : { failure }),
    loading,
    retry: () => void load(prompt?.messages[0]?.message_id),
    loadEarlier: () => {
      const first = prompt?.messages[0]?.message_id;
      if (!loading && first !== undefined) void load(first);
    },
  };
}
