/**
 * The layers as a table that `npm run layers` reads. Each rule says why it is there;
 * build/layers.test.ts shows each of them catching a file that breaks it.
 */
const pkg = (names) => `^(node_modules/)?(${names})(/|$)`;
const tests = "\\.test\\.tsx?$";
/** A type leaves nothing behind at run time, so it may cross where a value may not. */
const atRunTime = { dependencyTypesNot: ["type-only"] };

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    forbid("no-cycles", "A cycle has no first thing to read.", {}, { circular: true }),

    // Processes meet only in the contract, types included.
    forbid(
      "main-knows-only-the-contract",
      "Main and the window share nothing but src-preload/contract.",
      { path: "^src-main/" },
      { path: "^(src-renderer/|src-preload/(?!contract/))" },
    ),
    forbid(
      "renderer-knows-only-the-contract",
      "The window reaches main through the contract alone.",
      { path: "^src-renderer/" },
      { path: "^(src-main/|src-preload/(?!contract/)|build/)" },
    ),
    forbid(
      "preload-knows-only-the-contract",
      "The preload exposes the contract and holds no logic of either side.",
      { path: "^src-preload/" },
      { path: "^(src-main/|src-renderer/|build/)" },
    ),
    forbid(
      "contract-is-a-leaf",
      "Both sides sign the contract, so it may lean on nothing but zod and the types of ai.",
      { path: "^src-preload/contract/", pathNot: tests },
      { pathNot: `^src-preload/contract/|${pkg("zod|ai")}` },
    ),

    forbid(
      "domain-knows-no-window",
      "The domain is what the core and a command line speak as well: no window is in it.",
      { path: "^src-preload/contract/domain/", pathNot: tests },
      { path: "^src-preload/contract/(?!domain/)" },
    ),

    forbid(
      "shipped-code-knows-no-test",
      "What helps tests stays out of what people run.",
      { path: "^src-", pathNot: tests },
      { path: `^e2e/|${tests}` },
    ),

    // Imports in main point down.
    forbid(
      "nothing-imports-the-top",
      "compose and compose-private are the only files that know all parts, and only index knows them.",
      { path: "^src-main/", pathNot: `^src-main/(index|compose)\\.ts$|${tests}` },
      { path: "^src-main/(index|compose|compose-private)\\.ts$" },
    ),
    forbid(
      "core-knows-no-adapter",
      "LY-1: the core knows no transport, no Electron, no SQL; adapters implement its ports.",
      { path: "^src-main/core/", pathNot: tests },
      { path: "^src-main/(recorder|store|models|settings|agents|files|network|surfaces|shell)/" },
    ),
    forbid(
      "core-speaks-domain",
      "LY-1: calls, windows and panes are a surface's affair; the core and its adapters take and give domain values.",
      { path: "^src-main/(core|recorder|store|models|settings|agents|files|network)/", pathNot: tests },
      { path: "^src-preload/contract/(?!domain/)" },
    ),
    forbid(
      "words-belong-to-surfaces",
      "What is stored or sent is a code with parameters (`say`): only what shows it knows its user's language.",
      {
        path: "^src-main/(core|recorder|store|models|settings|agents|files|network)/",
        pathNot: tests,
      },
      { path: "^src-main/language/" },
    ),
    forbid(
      "adapters-know-no-surface",
      "What implements the core's ports sits below the surfaces that use the core.",
      { path: "^src-main/(recorder|store|models|settings|agents|files|network)/", pathNot: tests },
      { path: "^src-main/(surfaces|shell)/" },
    ),
    forbid(
      "surfaces-use-the-service",
      "LY-2: nothing but the session service opens the store or knows a provider.",
      { path: "^src-main/(surfaces|shell)/", pathNot: tests },
      { path: "^src-main/(recorder|store|models|settings|agents|network)/" },
    ),
    forbid(
      "run-is-below-session",
      "A run does not know who started it.",
      { path: "^src-main/core/run/", pathNot: tests },
      { path: "^src-main/core/session/" },
    ),
    forbid(
      "rest-of-core-is-below-run",
      "The pure parts of the core know neither a run nor a session's commands.",
      { path: "^src-main/core/(?!session/|run/)", pathNot: tests },
      { path: "^src-main/core/(session|run)/" },
    ),

    // The rooms of the store.
    forbid(
      "database-is-below-the-store",
      "The other rooms of the store stand on its connection, schema and errors.",
      { path: "^src-main/store/database/", pathNot: tests },
      { path: "^src-main/store/(?!database/)" },
    ),
    forbid(
      "verbs-know-no-upkeep",
      "What a verb reads and writes does not depend on how files are kept small, saved or repaired.",
      { path: "^src-main/store/(transcript|sessions|reader)/", pathNot: tests },
      { path: "^src-main/store/(upkeep|recovery)/" },
    ),

    // Floors of the window: app → features → thread → platform, ui.
    forbid(
      "platform-is-a-leaf",
      "The bridge, the language and the layout know no conversation and no feature.",
      { path: "^src-renderer/platform/" },
      { path: "^src-renderer/(?!platform/)" },
    ),
    forbid(
      "ui-knows-nothing-of-this-app",
      "A primitive is told its words and its data by whoever uses it.",
      { path: "^src-renderer/ui/" },
      { path: "^(src-renderer/(?!ui/)|src-preload/)" },
    ),
    forbid(
      "thread-is-below-features",
      "One conversation is the same whoever shows it; it leaves slots and requests for what it does not know.",
      { path: "^src-renderer/thread/" },
      { path: "^src-renderer/(app|features)/" },
    ),
    forbid(
      "features-are-below-app",
      "A feature does not know the window: it uses the command registry, thread/requests and thread/slots.",
      { path: "^src-renderer/features/" },
      { path: "^src-renderer/app/" },
    ),
    forbid(
      "features-do-not-import-each-other",
      "A feature can be read, changed and removed by itself; app is where they meet.",
      { path: "^src-renderer/features/([^/]+)/", pathNot: tests },
      { path: "^src-renderer/features/", pathNot: "^src-renderer/features/$1/" },
    ),

    // Packages and the folders that may use them.
    forbid(
      "electron-only-at-the-edge",
      "The core runs without Electron (tests, later a command line).",
      { path: "^src-main/", pathNot: "^src-main/((index|compose)\\.ts$|shell/|surfaces/ipc/)" },
      { path: pkg("electron") },
    ),
    forbid(
      "no-electron-in-the-window",
      "The renderer is treated as hostile: it has the bridge and nothing else.",
      { path: "^src-renderer/" },
      { path: pkg("electron"), dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "sql-only-in-the-store",
      "One place knows tables.",
      { path: "^(src-main/(?!store/)|src-preload/|src-renderer/)", pathNot: tests },
      { path: pkg("better-sqlite3|@types/better-sqlite3|drizzle-orm") },
    ),
    forbid(
      "providers-only-in-models",
      "A provider's package can be replaced by touching one folder.",
      { path: "^(src-main/(?!models/)|src-preload/|src-renderer/)", pathNot: tests },
      { path: pkg("@ai-sdk/[^/]+"), pathNot: pkg("@ai-sdk/(provider|react)") },
    ),
    forbid(
      "provider-types-are-types",
      "The interface of a model may be named anywhere, its code only in models; core/run knows its errors.",
      { path: "^(src-main/(?!models/|core/run/)|src-preload/|src-renderer/)", pathNot: tests },
      { path: pkg("@ai-sdk/provider"), ...atRunTime },
    ),
    forbid(
      "one-way-out",
      "A request that is made elsewhere goes around the proxy, and knows nothing of a company's certificates.",
      { path: "^src-main/(?!network/)", pathNot: tests },
      { path: `^(node:)?(http|https|http2|tls)$|${pkg("undici")}`, ...atRunTime },
    ),
    forbid(
      "sdk-react-only-in-the-window",
      "React lives in the renderer.",
      { path: "^(src-main|src-preload)/" },
      { path: pkg("@ai-sdk/react") },
    ),
    forbid(
      "sdk-at-run-time-in-few-places",
      "The SDK's next major version is then a change in three folders.",
      {
        path: "^(src-main/(?!models/|core/(run|context)/)|src-preload/|src-renderer/(?!thread/view/))",
        pathNot: tests,
      },
      { path: pkg("ai"), ...atRunTime },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
