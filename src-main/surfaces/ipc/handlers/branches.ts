/** Branches, sidecars and the trash. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const branchHandlers = ({
  branches,
  modelBranches,
  compare,
  sidecars,
  trash,
}: IpcContext): HandlersOf<"branch" | "sidecar" | "trash"> => ({
  "branch.create": (input) => branches.branch(input),
  "branch.with_model": async (input, { slot }) => (await modelBranches()).branch(input, slot),
  "branch.family": (input) => branches.family(input),
  "branch.links": (input) => compare.links(input),
  "branch.shared": (input) => compare.shared(input),
  "sidecar.open": (input) => sidecars.open(input),
  "sidecar.list": (input) => sidecars.list(input),
  "sidecar.show": (input) => done(sidecars.show(input)),
  "sidecar.close": async (input) => done(await sidecars.close(input)),
  "sidecar.promote": (input) => sidecars.promote(input),
  "trash.put": (input) => done(trash.put(input)),
  "trash.restore": (input) => trash.restore(input),
  "trash.list": (input) => trash.list(input),
  "trash.remove": async (input) => done(await trash.remove(input)),
  "trash.empty": async (input) => done(await trash.empty(input)),
});
