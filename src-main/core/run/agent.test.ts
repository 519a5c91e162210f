import { describe, expect, it } from "vitest";
import { type Agent, commonTools, mayUse, narrowed, settingsFor } from "./agent";

const settings = {
  max_steps: 50,
  token_budget: null,
  max_retries: 1,
  max_retry_wait_ms: 1,
  first_chunk_timeout_ms: 1,
  stall_timeout_ms: 1,
  precompact_tokens: 0,
};

describe("[RN-3] the limits of an agent", () => {
  it("leave the settings as they are where it has none", () => {
    expect(settingsFor({ limits: {} }, settings)).toEqual(settings);
  });

  it("narrow the settings and never widen them", () => {
    const limits = { max_steps: 60, token_budget: 1000 };
    expect(settingsFor({ limits }, settings)).toEqual({ ...settings, token_budget: 1000 });
    const strict = { ...settings, max_steps: 70, token_budget: 10 };
    expect(settingsFor({ limits }, strict)).toEqual({ ...strict, max_steps: 60 });
  });
});

describe("[SE-1g] the overrides of a session", () => {
  const agent: Agent = { name: "look", manifest: "Look.", limits: {}, tools: ["*", "-bash"] };
  const toolsOf = (tools: string[], of: Agent = agent) =>
    ["read", "grep", "bash"].filter((name) => mayUse(narrowed(of, { tools }), name));

  it("take tools and give none, whatever they are called", () => {
    expect(toolsOf(["read"])).toEqual(["read"]);
    expect(toolsOf(["read", "bash"])).toEqual(["read"]);
    expect(toolsOf(["*"])).toEqual([]);
    expect(toolsOf(["-bash", "-read"])).toEqual([]);
    expect(toolsOf([])).toEqual([]);
    expect(toolsOf(["read", "grep"], { ...agent, tools: ["grep"] })).toEqual(["grep"]);
    expect(toolsOf(["read"], { ...agent, tools: [] })).toEqual([]);
  });

  it("stand behind the agent's instructions, and leave the rest as it is", () => {
    expect(narrowed(agent, { prompt: "Be brief." })).toEqual({ ...agent, manifest: "Look.\n\nBe brief." });
    expect(narrowed(agent)).toEqual(agent);
  });
});

describe("[AG-8] the tools of two lists", () => {
  const names = ["read", "grep", "bash"];
  const lists = [undefined, [], ["*"], ["*", "-bash"], ["read"], ["read", "grep", "-read"], ["bash", "*"]];
  it.each(lists.flatMap((one) => lists.map((other) => [one, other] as const)))(
    "%j and %j are those that both have",
    (one, other) => {
      const both = names.filter(
        (tool) => mayUse(one ? { tools: one } : {}, tool) && mayUse(other ? { tools: other } : {}, tool),
      );
      expect(names.filter((tool) => mayUse({ tools: commonTools(one, other) }, tool))).toEqual(both);
    },
  );
});
