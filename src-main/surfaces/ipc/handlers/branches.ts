/** Branches, sidecars and the trash. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const branchHandlers = ({ sessions }: IpcContext): HandlersOf<"branch" | "sidecar" | "trash"> => ({
  "branch.create": (input) => sessions.branch(input),
  "branch.family": (input) => sessions.family(input),
  "branch.links": (input) => sessions.compare.links(input),
  "branch.shared": (input) => sessions.compare.shared(input),
  "sidecar.open": (input) => sessions.openSidecar(input),
  "sidecar.list": (input) => sessions.sidecars(input),
  "sidecar.show": (input) => done(sessions.showSidecar(input)),
  "sidecar.close": async (input) => done(await sessions.closeSidecar(input)),
  "sidecar.promote": (input) => sessions.promoteSidecar(input),
  "trash.put": (input) => done(sessions.delete(input)),
  "trash.restore": (input) => sessions.restore(input),
  "trash.list": (input) => sessions.trash.list(input),
  "trash.remove": async (input) => done(await sessions.trash.remove(input)),
  "trash.empty": async (input) => done(await sessions.trash.empty(input)),
});
