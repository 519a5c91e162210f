/** Changes the keys of commands, and keeps the failure of the last change for the place where it was made. */
import { useState } from "react";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { OwnCommandId } from "../../../src-preload/contract/window/commands";
import { call, toErrorInfo } from "../../platform/bridge";

/** Null takes the key away, and without `key` the command has its default again. */
interface KeyChange {
  command: OwnCommandId;
  key?: string | null;
}

/** The new keys come to all windows with main's news of the settings. */
export function useKeyChange(): {
  failure: ErrorInfo | undefined;
  change: (changes: KeyChange[]) => void;
} {
  const [failure, setFailure] = useState<ErrorInfo>();
  const change = (changes: KeyChange[]) => {
    setFailure(undefined);
    call("settings.change_shortcuts", { changes }).catch((error: unknown) => setFailure(toErrorInfo(error)));
  };
  return { failure, change };
}
