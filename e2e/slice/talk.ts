/** Conversations of a test: questions that are answered one after the other, and what was said in them. */
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { reply, type Script } from "../fixtures/provider/script";
import { type Slice, type SliceOptions, startSlice, textOf } from "./slice";

/** Each answer has the number of its request in it: no two are alike. */
export async function startAnswering(
  options: SliceOptions = {},
  answer: (asked: number) => Script = (asked) => reply(`answer ${asked}`),
): Promise<Slice> {
  const slice = await startSlice(options);
  let asked = 0;
  slice.provider.respond(() => answer(++asked));
  return slice;
}

/** The talk of a test: says something in its slice, and reads the messages. */
export function talkIn(slice: () => Slice) {
  /** Resolves when it is answered. */
  const say = async (session_id: SessionId, text: string): Promise<void> => {
    slice().service.queue.send({ session_id, text });
    await slice().rest(session_id);
  };
  return {
    say,
    /** A session in which so many questions were asked and answered. */
    conversation: async (turns: number): Promise<SessionId> => {
      const { session_id } = slice().ask("question 1");
      await slice().rest(session_id);
      for (let n = 2; n <= turns; n++) await say(session_id, `question ${n}`);
      return session_id;
    },
    /** The visible messages. */
    texts: (session_id: SessionId): string[] => slice().messages(session_id).map(textOf),
    /** Counted from the end where it is negative. */
    idAt: (session_id: SessionId, index: number): MessageId => {
      const message = slice().messages(session_id).at(index);
      if (message === undefined) throw new Error(`no message ${index}`);
      return message.id;
    },
  };
}
