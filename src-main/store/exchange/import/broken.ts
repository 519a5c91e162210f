/** The error of a file that cannot be imported: it says what is wrong, and where. */
import type exchange from "../../../../resources/locales/en/exchange.json";
import type { CodedSentence, SentenceParams } from "../../../../src-preload/contract/domain/sentence";

type Reason = keyof (typeof exchange)["broken"];

/** The sentence for a reason. Only a window shows it, so main does not carry the words. */
export const because = (reason: Reason, params?: SentenceParams): CodedSentence => ({
  key: `exchange:broken.${reason}`,
  ...(params === undefined ? {} : { params }),
});

export class Broken extends Error {
  readonly code = "BROKEN";
  /** Further broken lines of the same document. */
  more?: readonly Broken[];

  constructor(
    readonly reason: CodedSentence,
    /** Counted from 1; absent where the whole file is meant. */
    readonly line?: number,
  ) {
    super(JSON.stringify(reason));
  }
}
