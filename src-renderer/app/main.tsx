/** Mounts the page at once, and talks to main only after the first paint: the composer waits for nothing. */
import "./styles/layers.css";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { dress } from "../platform/app-info";
import { boot } from "../platform/bridge";
import { registerCommands, runCommand } from "../platform/commands/registry";
import { afterFrame } from "../platform/first-frame";
import { reportErrors } from "../platform/report-errors";
import { doing } from "../thread/actions";
import { followFocus } from "../thread/surface";
import { watchPresses } from "../ui/one-press";
import { reportCommands } from "./commands/report";
import { commands } from "./commands/table";
import { onCommand, startWindow } from "./start-window";
import { takeFiles } from "./take-files";
import { App } from "./window";
// Fonts are bundled: nothing is fetched from elsewhere, and a file is read only when a character of its alphabet is shown.
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/preferences.css";
import "../ui/fold.css";
import "../ui/motion.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element.");
reportErrors();
watchPresses();
followFocus();
dress(boot());
document.documentElement.toggleAttribute("data-private", boot().private === true);
takeFiles();
registerCommands(commands);
onCommand(runCommand);
// Runs effects in the same step: a page may begin before its window has a size, and the listeners for the size must be there before the
// first frame.
flushSync(() => createRoot(root).render(<App />));
afterFrame(() => {
  doing(startWindow);
  // Main sends commands of the menu only after this report, when they have a listener.
  reportCommands();
});
