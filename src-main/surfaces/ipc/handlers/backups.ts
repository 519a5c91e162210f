/** The page of the backups (SV-8). Its handlers are loaded with the first call: no start waits for them. */
import { backupsSchemas } from "../../../../src-preload/contract/window/calls/backups";
import type { HandlersOf, IpcContext } from "../context";

type Handlers = HandlersOf<"backups">;

export const backupsHandlers = ({ shell: { systemActions } }: IpcContext) =>
  Object.fromEntries(
    Object.keys(backupsSchemas).map((name) => [
      name,
      async (...args: unknown[]) =>
        await Reflect.apply((await systemActions.backups())[name as keyof Handlers], undefined, args),
    ]),
  ) as Handlers;
