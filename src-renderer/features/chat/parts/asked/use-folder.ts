/** The folder of the session that a thread shows. */
import { useThreadDrawn } from "../../../../thread/thread";

export const useFolder = (): string | undefined =>
  useThreadDrawn(({ view, workspace_root }) => view?.session.workspace_root ?? workspace_root);
