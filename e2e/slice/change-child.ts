/** A process that kills itself just before the real tool `write` changes a file: what the file was is kept by then, and no more. */

import { compose } from "../../src-main/compose";
import { builtInTools } from "../../src-main/core/tools/all-tools";
import { createConnections } from "../../src-main/network/connections";
import { listedRuns } from "../fixtures/listed-runs";

const [data_dir = "", resources_dir = "", workspace_root = ""] = process.argv.slice(2);

const tools = await builtInTools({
  data_dir,
  connections: createConnections({ env: {} }),
  home: data_dir,
  runs: listedRuns(),
})({ workspace_root });
const dying = [...tools.values()].map((tool) => ({
  ...tool,
  execute: ((input, context) =>
    tool.execute(input, {
      ...context,
      keep: async (change) => {
        await context.keep?.(change);
        process.kill(process.pid, "SIGKILL");
        await new Promise(() => {});
      },
    })) satisfies typeof tool.execute,
}));
const app = await compose({ data_dir, resources_dir, env: process.env, tools: dying });
app.permissions.setMode({ workspace_root, mode: "edits" });
app.sessions.create({ text: "Go.", workspace_root });
