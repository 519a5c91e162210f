import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mayUse } from "./agent";
import { parseAgentFile } from "./agent-file";

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
    ["a line that is no field", file("name: look", "- read"), /line 3 is no field/],
    ["a number that is none", file("name: look", "max_steps: 1e3"), /"1e3"/],
    ["a limit of nothing", file("name: look", "max_steps: 0"), /"0"/],
    ["a tool that is none", file("name: look", "tools: read, [bash]"), /"\[bash\]"/],
    ["a tool left out", file("name: look", "tools: read,, glob"), /""/],
  ])("with %s is refused, and the reason named", (_, text, reason) => {
    expect(() => parseAgentFile("look", text)).toThrow(reason);
  });

  it("[AG-2] of each agent that Braid brings can be read", () => {
    const agents = readdirSync(AGENTS).map((name) =>
      parseAgentFile(name.replace(/\.md$/, ""), readFileSync(join(AGENTS, name), "utf8")),
    );
    expect(agents.map(({ name }) => name)).toEqual([
      "chat",
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
    expect(tools.every((tool) => may("chat", tool))).toBe(true);
  });
});
