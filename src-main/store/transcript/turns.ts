/** A running turn: its frames (SV-2), its end in one transaction (SV-6), a retry in its place (RN-7). */
import { eq } from "drizzle-orm";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { BraidError } from "../../core/braid-error";
import type { Store } from "../../core/ports/store";
import type { FrameWrite, TurnEnd } from "../../core/ports/transcript-store";
import type { Connection } from "../database/connection";
import { chatSessions } from "../database/schema";
import { FILE_CHANGE_SQL } from "./file-changes";
import type { FrameRows } from "./frames";
import { hider } from "./hider";
import { PRUNE_SQL } from "./prune-marks";
import { createRollups } from "./rollups";

type TurnVerbs = Pick<Store, "commitFrame" | "endTurn" | "retryTurn" | "setContext">;

export function turnVerbs(connection: Connection, writer: FrameRows): TurnVerbs {
  const rollups = createRollups(connection);
  const settle = settler(connection, writer);
  const hide = hider(connection);
  const takeOverMarks = connection.raw.prepare<[object]>(PRUNE_SQL.takeOver);
  const takeOverChanges = connection.raw.prepare<[object]>(FILE_CHANGE_SQL.takeOver);
  /** MS-3. The window of that model is measured again: the question to the other had made it an estimate (TK-3). */
  const goBack = ({ session_id, now }: FrameWrite, model_json: ModelRef): void => {
    connection.orm.update(chatSessions).set({ model_json }).where(eq(chatSessions.id, session_id)).run();
    rollups.recompute(session_id, now);
  };
  const commit = <T>(frames: readonly FrameWrite[], work: () => T): T =>
    frames.some((frame) => frame.durable) ? connection.writeSynced(work) : connection.write(work);
  return {
    commitFrame: (frame) => commit([frame], () => writer.write(frame)),
    endTurn: (end) =>
      commit([end.frame], () => {
        if (!settle(end)) return;
        const { session_id, now } = end.frame;
        rollups.add(session_id, end.metadata, now);
        if (end.metadata.switched_from !== undefined) goBack(end.frame, end.metadata.switched_from);
      }),
    retryTurn: ({ end, op_id, next }) =>
      commit([end.frame, next], () => {
        settle(end);
        hide({ ...end.frame, op_id });
        // Recomputed before the next message is written: its usage so far is added when it ends.
        rollups.recompute(end.frame.session_id, next.now);
        writer.write(next);
        const messages = { from: end.frame.message_id, to: next.message_id };
        takeOverMarks.run(messages);
        takeOverChanges.run(messages);
      }),
    setContext: (count) => connection.write(() => rollups.setContext(count)),
  };
}

/** Writes the last frame and the final metadata. Writes nothing and returns false where the turn has already ended. */
function settler({ raw }: Connection, writer: FrameRows): (end: TurnEnd) => boolean {
  const finish = raw.prepare<[string, number, MessageId]>(
    `UPDATE chat_messages SET metadata_json = ?, updated_at = ? WHERE id = ?`,
  );
  return ({ frame, metadata }) => {
    const { message_id, now } = frame;
    if (writer.hasEnded(message_id)) return false;
    writer.write(frame);
    writer.foldDeltas(message_id, now);
    const { changes } = finish.run(JSON.stringify(metadata), now, message_id);
    if (changes === 0) throw new BraidError("MESSAGE_NOT_FOUND", `There is no message ${message_id} to end.`);
    return true;
  };
}
