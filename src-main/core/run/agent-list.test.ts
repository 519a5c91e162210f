import fc from "fast-check";
import { describe, expect, it } from "vitest";
import words from "../../../resources/locales/en/agents.json";
import type { AgentChoice, AgentFields } from "../../../src-preload/contract/domain/agents";
import { addEnglish, inEnglish } from "../english";
import { type Agent, mayUse } from "./agent";
import { agentIn, listAgents } from "./agent-list";

addEnglish("agents", words);

const braid: AgentFields[] = [
  { name: "chat", manifest: "Talk.", limits: {}, tools: ["*", "-bash", "-read"] },
  { name: "code", manifest: "Work.", limits: {} },
];
const inner = ["explore", "title"];
const model = { provider_id: "lab", model_id: "big" };
const file = (name: string, more: Partial<AgentFields> = {}): AgentFields & { path: string } => ({
  ...{ name, manifest: `I am ${name}.`, limits: {}, path: `.braid/agents/${name}.md` },
  ...more,
});
const listed = (user: AgentFields[], folder: (AgentFields & { path: string })[] = [], setUp = true) =>
  listAgents({ braid, inner, user, folder, isSetUp: () => setUp });
const named = (agents: AgentChoice[], name: string) => agents.find((agent) => agent.name === name);
const told = ({ problems }: ReturnType<typeof listed>) =>
  problems.map(({ file: at, reason }) => `${at}: ${inEnglish(reason)}`);

const TOOLS = ["read", "grep", "bash", "task"];
const toolList = fc.option(
  fc.uniqueArray(fc.constantFrom("*", ...TOOLS, ...TOOLS.map((tool) => `-${tool}`)), { maxLength: 5 }),
  { nil: undefined },
);
const limit = (field: string) => fc.option(fc.integer({ min: 1, max: 9 }).map((most) => ({ [field]: most })));
const fields = (name: fc.Arbitrary<string>) =>
  fc
    .record({
      name,
      tools: toolList,
      steps: limit("max_steps"),
      budget: limit("token_budget"),
      base: fc.constantFrom(undefined, "chat", "code", "mine", "gone"),
    })
    .map(({ name, tools, steps, budget, base }) => ({
      ...file(name, { limits: { ...steps, ...budget } }),
      ...(tools === undefined ? {} : { tools }),
      ...(base === undefined ? {} : { extends: base }),
    }));

function expectNarrower(
  before: AgentChoice[],
  agent: AgentChoice & Agent,
  files: ReturnType<typeof file>[],
): void {
  const base = named(before, agent.narrows ?? "");
  const of = files.find(({ name }) => name === agent.name);
  if (base === undefined || of === undefined) throw new Error(`${agent.name} narrows nothing`);
  if (named(before, agent.name)) expect(agent.narrows).toBe(agent.name);
  const common = TOOLS.filter((tool) => mayUse(base, tool) && mayUse(of, tool));
  expect(TOOLS.filter((tool) => mayUse(agent, tool))).toEqual(common);
  for (const field of ["max_steps", "token_budget"] as const)
    expect(agent.limits[field] ?? Infinity).toBeLessThanOrEqual(base.limits[field] ?? Infinity);
  expect(agent.manifest).toBe(base.manifest);
  expect(agent.added).toEqual({ path: of.path, text: of.manifest });
}

describe("[AG-8] the agents of a session", () => {
  it("are Braid's and the user's; the names of Braid's belong to it", () => {
    const list = listed([file("mine"), file("code"), file("title"), file("other", { extends: "code" })]);
    expect(list.agents.map(({ name, origin }) => [name, origin])).toEqual([
      ["chat", "braid"],
      ["code", "braid"],
      ["mine", "user"],
    ]);
    expect(told(list)).toEqual([
      expect.stringMatching(/^code\.md: .*belongs/),
      expect.stringMatching(/^title\.md: .*belongs/),
      expect.stringMatching(/^other\.md: "extends" is for/),
    ]);
  });

  it("never have a tool, a step or a token more by a file of the folder, nor lose a word", () => {
    const own = fields(fc.constant("mine")).map(({ extends: _, ...rest }) => rest);
    const folder = fc.uniqueArray(fields(fc.constantFrom("chat", "code", "mine", "new", "title")), {
      selector: ({ name }) => name,
    });
    fc.assert(
      fc.property(own, folder, (mine, files) => {
        const before = listed([mine]).agents;
        for (const agent of listed([mine], files).agents as (AgentChoice & Agent)[])
          if (agent.origin === "folder") expectNarrower(before, agent, files);
          else expect(agent).toEqual(named(before, agent.name));
      }),
    );
  });

  it("take a model from a file of the folder only where it is set up", () => {
    const files = [file("new", { model, thinking: "high" }), file("code", { model })];
    expect(named(listed([], files).agents, "new")).toMatchObject({
      model,
      thinking: "high",
      narrows: "code",
    });
    const without = listed([], files, false);
    expect(named(without.agents, "new")).not.toHaveProperty("model");
    expect(told(without)[0]).toContain("new.md: The model lab/big is not set up");
  });

  it("say which file narrows an agent that is not there, or takes a name of Braid's", () => {
    const list = listed([], [file("new", { extends: "gone" }), file("explore")]);
    expect(list.agents).toHaveLength(2);
    expect(told(list)).toEqual([
      expect.stringContaining('new.md: There is no agent "gone"'),
      expect.stringContaining("explore.md"),
    ]);
  });
});

it("[AG-8] a session whose agent is gone is answered by the usual one of its place", () => {
  const list = listed([file("mine")]);
  const of = (agent: string, workspace_root?: string) => agentIn(list, { agent, workspace_root }).name;
  expect(of("mine")).toBe("mine");
  expect(of("chat", "/folder")).toBe("chat");
  expect([of("gone"), of("gone", "/folder")]).toEqual(["chat", "code"]);
});
