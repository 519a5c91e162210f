/** An error in the settings of a provider, with a hint on what to do. */
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";

export const Complaint = ({ message, hint }: Pick<ErrorInfo, "message"> & { hint?: string | undefined }) => (
  <p className="provider-outcome" role="alert" data-ok="false" dir="auto">
    {message}
    {hint === undefined ? null : <span className="provider-hint">{hint}</span>}
  </p>
);
