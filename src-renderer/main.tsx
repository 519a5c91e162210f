/** Mounts the page at once and begins to talk to main after it has painted: the composer waits for nothing. */
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { boot } from "./bridge";
import { runCommand } from "./commands/commands";
import { reportCommands } from "./commands/report";
import { doing } from "./state/actions";
import { dress } from "./state/app";
import { holdKeysForDialogs } from "./state/dialog-keys";
import { afterFrame } from "./state/first-frame";
import { reportErrors } from "./state/report-errors";
import { onCommand, startWindow } from "./state/window";
import { watchPresses } from "./ui/presses";
import { watchWhereabouts } from "./ui/whereabouts";
import "./styles/rest";
// Bundled: nothing is fetched from elsewhere, and a file is read only when a character of its alphabet is shown.
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/inter/wght-italic.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/preferences.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element.");
reportErrors();
watchPresses();
watchWhereabouts();
dress(boot());
onCommand(runCommand);
holdKeysForDialogs();
// Effects and all: a page may begin before its window has a size, and what follows that must hear of it before the first frame.
flushSync(() => createRoot(root).render(<App />));
afterFrame(() => {
  doing(startWindow);
  // Said only once what the menu chose is listened for: main waits for that.
  reportCommands();
});
