/** One handler a call, a line or two each: the contract on one side, the session service (LY-2) and the windows on the other. */
import type { AppInfo, CallInput, CallName, CallOutput } from "../../../src-preload/contract/calls";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { SessionService } from "../../core/session/session-service";
import { parseInput } from "./parse";

/** The window a call came from. */
export interface CallingWindow {
  session_id: SessionId | null;
  workspace_root?: string;
  /** SE-9: remembers what it shows. */
  show(shown: CallInput<"app.show">): void;
}

/** What the handlers stand on; all of it is brought by the entry. */
export interface Door {
  service: SessionService;
  info(): Omit<AppInfo, "open_session" | "workspace_root">;
  openWindow(): void;
}

type Handlers = {
  [N in CallName]: (input: CallInput<N>, window: CallingWindow) => CallOutput<N> | Promise<CallOutput<N>>;
};

function appInfo(door: Door, window: CallingWindow): AppInfo {
  return {
    ...door.info(),
    ...(window.session_id === null ? {} : { open_session: window.session_id }),
    ...(window.workspace_root === undefined ? {} : { workspace_root: window.workspace_root }),
  };
}

/** For calls that answer with nothing, whatever the service returns. */
function done(_: unknown): undefined {
  return undefined;
}

export function createHandlers(door: Door) {
  const { service } = door;
  return {
    "app.info": (_, window) => appInfo(door, window),
    "app.show": (input, window) => done(window.show(input)),
    "app.new_window": () => done(door.openWindow()),
    "session.create": (input) => service.create(input),
    "session.list": (input) => service.list(input),
    "session.read": (input) => service.read(input),
    "session.messages": (input) => service.messages(input),
    "session.rename": (input) => service.rename(input),
    "session.archive": (input) => service.archive(input),
    "session.unarchive": (input) => service.unarchive(input),
    "session.send": (input) => service.send(input),
    "session.abort": (input) => done(service.abort(input)),
    "session.resume": (input) => done(service.resume(input)),
    "session.status": (input) => service.status(input),
    "draft.save": (input) => done(service.saveDraft(input)),
    "draft.read": (input) => service.draft(input),
  } satisfies Handlers;
}

/** Parses the input, once, and asks the one handler of that name. @throws BraidError */
export async function answer<N extends CallName>(
  handlers: Handlers,
  name: N,
  input: unknown,
  window: CallingWindow,
): Promise<CallOutput<N>> {
  return await handlers[name](parseInput(name, input), window);
}
