import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import words from "../../../resources/locales/en/agents.json";
import { addEnglish } from "../english";
import { mayUse } from "./agent";
import { parseAgentFile } from "./agent-file";
import { agentFileText } from "./agent-file-text";

addEnglish("agents", words);

const AGENTS = join(import.meta.dirname, "../../../resources/agents");
const file = (...front: string[]) => ["---", ...front, "---", "", "Look.", ""].join("\n");

describe("an agent's file", () => {
  it("[AG-2, AG-8] holds a front matter and instructions", () => {
    const text = file("name: look", "description: Looks: a lot.", "", "tools: *, -bash", "max_steps: 7");
    const agent = {
      name: "look",
      manifest: "Look.",
      description: "Looks: a lot.",
      tools: ["*", "-bash"],
      limits: { max_steps: 7 },
    };
    expect(parseAgentFile("look", text)).toEqual(agent);
    expect(parseAgentFile("look", `\uFEFF${text.replaceAll("\n", "\r\n")}`)).toEqual(agent);
  });

  it("may be instructions alone, which may hold a line of dashes", () => {
    const text = "You help.\n\n---\n\nBe brief.\n";
    expect(parseAgentFile("chat", text)).toEqual({ name: "chat", manifest: text.trim(), limits: {} });
  });

  it.each([
    ["no end", "---\nname: look\n", /look\.md.*no end/],
    ["no instructions", "---\nname: look\n---\n \n", /no instructions/],
    ["another name", file("name: other"), /"name" must be "look"/],
    ["no name", file("max_steps: 3"), /"name" must be "look"/],
    ["an unknown field", file("name: look", "tool: read"), /"tool" \(line 3\)/],
    ["a field twice", file("name: look", "name: look"), /twice/],
    ["an empty field", file("name: look", "tools:"), /"tools" is empty/],
    ["a line that is no field", file("name: look", "- read"), /Line 3 is no field/],
    ["a number that is none", file("name: look", "max_steps: 1e3"), /"1e3"/],
    ["a limit of nothing", file("name: look", "max_steps: 0"), /"0"/],
    ["a tool that is none", file("name: look", "tools: read, [bash]"), /"\[bash\]"/],
    ["a tool left out", file("name: look", "tools: read,, glob"), /""/],
    ["a model without its provider", file("name: look", "model: big"), /"big" \(line 3\)/],
    ["a level that is none", file("name: look", "thinking: hard"), /"hard"/],
    ["a budget that is none", file("name: look", "token_budget: -1"), /"token_budget".*"-1"/],
    ["too many instructions", `${file("name: look")}${"a".repeat(40_000)}`, /longer than 32,000/],
    ["a base that is a path", file("name: look", "extends: ../code"), /"..\/code"/],
  ])("with %s is refused, and the reason named", (_, text, reason) => {
    expect(() => parseAgentFile("look", text)).toThrow(reason);
  });

  it("[AG-8] names a model, a level of thinking and a budget, and is written as it is read", () => {
    const front = [
      "name: look",
      "description: Looks.",
      "tools: read, grep",
      "model: lab/org/big",
      "thinking: high",
      "max_steps: 7",
      "token_budget: 90000",
    ];
    const agent = parseAgentFile("look", file(...front));
    expect(agent).toMatchObject({
      model: { provider_id: "lab", model_id: "org/big" },
      thinking: "high",
      limits: { max_steps: 7, token_budget: 90_000 },
    });
    expect(parseAgentFile("look", agentFileText(agent))).toEqual(agent);
    const idle = { name: "look", manifest: "Talk.", limits: {}, tools: [] };
    expect(parseAgentFile("look", agentFileText(idle))).toEqual(idle);
    const lines = { ...idle, description: "One.\nname: other" };
    expect(parseAgentFile("look", agentFileText(lines)).description).toBe("One. name: other");
  });

  it("[AG-2c] of each agent that Braid brings can be read", () => {
    const agents = readdirSync(AGENTS).map((name) =>
      parseAgentFile(name.replace(/\.md$/, ""), readFileSync(join(AGENTS, name), "utf8")),
    );
    expect(agents.map(({ name }) => name)).toEqual([
      "chat",
      "code",
      "compaction",
      "explore",
      "general",
      "precompact",
      "title",
    ]);
    const may = (name: string, tool: string) =>
      mayUse(agents.find((agent) => agent.name === name) ?? { tools: [] }, tool);
    const tools = ["read", "grep", "web_fetch", "bash", "write", "edit", "task", "question", "todo"];
    expect(tools.filter((tool) => may("explore", tool))).toEqual(["read", "grep", "web_fetch"]);
    expect(tools.filter((tool) => !may("general", tool))).toEqual(["question"]);
    expect(tools.every((tool) => may("code", tool))).toBe(true);
    expect(tools.filter((tool) => may("chat", tool))).toEqual(["web_fetch", "question", "todo"]);
  });
});
