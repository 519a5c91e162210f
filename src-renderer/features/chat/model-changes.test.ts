import { describe, expect, it } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { MessageCell } from "../../thread/view/message-cell";
import { isNamed, modelChanges, modelsBefore } from "./model-changes";

const big: ModelRef = { provider_id: "local", model_id: "big" };
const small: ModelRef = { provider_id: "local", model_id: "small" };

const cells = (...models: (ModelRef | undefined)[]) =>
  models.map(
    (model, index) =>
      new MessageCell({
        id: `msg_${index}` as MessageId,
        session_id: "ses_" as SessionId,
        role: index % 2 === 0 ? "user" : "assistant",
        metadata: model === undefined ? {} : { model },
        parts: [],
        created_at: 0,
      }),
  );

describe("[MS-1] where another model begins to answer", () => {
  it("is nowhere while it stays the same, nor at the beginning", () => {
    expect(modelChanges(cells(big, big, big, undefined, big)).size).toBe(0);
  });

  it("is the first message that names another", () => {
    expect([...modelChanges(cells(big, big, small, small, big))]).toEqual([
      ["msg_2", small],
      ["msg_4", big],
    ]);
  });

  it("is told of a model of the same name at another provider", () => {
    const elsewhere = { ...big, provider_id: "cloud" };
    expect(modelChanges(cells(big, elsewhere)).get("msg_1")).toEqual(elsewhere);
  });

  it("says nothing of a thinking level, which counts for one message", () => {
    const high = { ...big, variant: "high" };
    expect(modelChanges(cells(big, high, high, big)).size).toBe(0);
  });
});

describe("[MS-1] the answers at which the model is named", () => {
  const named = (...models: (ModelRef | undefined)[]) => {
    const said = cells(...models);
    const before = modelsBefore(said);
    return said
      .filter(
        ({ id, get }) =>
          get().message.role === "assistant" && isNamed(get().message.metadata.model, before.get(id)),
      )
      .map(({ id }) => id);
  };

  it("are the first, and each of another model than the answer before", () => {
    expect(named(big, big, big, big, small, small, small, small, big, big)).toEqual([
      "msg_1",
      "msg_5",
      "msg_9",
    ]);
  });

  it("are those of unknown models, and the next one after them", () => {
    expect(named(big, big, big, undefined, big, big)).toEqual(["msg_1", "msg_3", "msg_5"]);
  });

  it("are none for a thinking level alone", () => {
    expect(named(big, big, big, { ...big, variant: "high" })).toEqual(["msg_1"]);
  });
});
