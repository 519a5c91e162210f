/** Branches, asides and the trash. */
import { type Door, done, type HandlersOf } from "../door";

export const branchHandlers = ({ sessions }: Door): HandlersOf<"branch" | "aside" | "trash"> => ({
  "branch.create": (input) => sessions.branch(input),
  "branch.family": (input) => sessions.family(input),
  "branch.links": (input) => sessions.sideBySide.links(input),
  "branch.shared": (input) => sessions.sideBySide.shared(input),
  "aside.open": (input) => sessions.openAside(input),
  "aside.list": (input) => sessions.asides(input),
  "aside.show": (input) => done(sessions.showAside(input)),
  "aside.close": async (input) => done(await sessions.closeAside(input)),
  "aside.promote": (input) => sessions.promoteAside(input),
  "trash.put": (input) => done(sessions.delete(input)),
  "trash.restore": (input) => sessions.restore(input),
  "trash.list": (input) => sessions.trash.list(input),
  "trash.remove": async (input) => done(await sessions.trash.remove(input)),
  "trash.empty": async (input) => done(await sessions.trash.empty(input)),
});
