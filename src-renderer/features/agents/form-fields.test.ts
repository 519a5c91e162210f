import { describe, expect, it } from "vitest";
import type { AgentFields } from "../../../src-preload/contract/domain/agents";
import { copyName, EMPTY_FORM, readForm, textsOf } from "./form-fields";

const agent: AgentFields = { name: "look", manifest: "Look.", limits: {} };

describe("[AG-8] the form of an agent", () => {
  it.each<AgentFields>([
    agent,
    { ...agent, tools: [] },
    { ...agent, tools: ["read", "grep"] },
    { ...agent, tools: ["*", "-bash"] },
    { ...agent, tools: ["read", "a_later_tool"] },
    {
      ...agent,
      description: "Looks.",
      model: { provider_id: "lab", model_id: "org/big" },
      thinking: "high",
      limits: { max_steps: 3, token_budget: 9000 },
    },
  ])("gives back the agent that it was filled with: %j", (given) => {
    expect(readForm(textsOf(given), [])).toEqual({ agent: given, wrong: new Map() });
  });

  it("says what is missing or wrong, and where", () => {
    expect([...readForm(EMPTY_FORM, []).wrong]).toEqual([
      ["name", "wrong"],
      ["instructions", "none"],
    ]);
    const wrong = { ...textsOf(agent), name: "code", max_steps: "0", token_budget: "1e3" };
    expect([...readForm(wrong, ["code"]).wrong]).toEqual([
      ["name", "taken"],
      ["max_steps", "wrong"],
      ["token_budget", "wrong"],
    ]);
    for (const name of ["Look", "a--b", "../up", "", "a".repeat(41)])
      expect(readForm({ ...textsOf(agent), name }, []).wrong.get("name")).toBe("wrong");
    const long = { ...textsOf(agent), description: "a".repeat(301), instructions: "a".repeat(32_001) };
    expect([...readForm(long, []).wrong.values()]).toEqual(["long", "long"]);
  });

  it("names a copy as nothing is named yet", () => {
    expect(copyName("look", ["look", "look-2"])).toBe("look-3");
    const long = "a".repeat(40);
    expect(readForm({ ...textsOf(agent), name: copyName(long, [long]) }, [long]).wrong.size).toBe(0);
  });
});
