// The words of a private window (SE-10), and what a crash leaves of them: on a machine that keeps the memory of crashed programs, all files of
// the data folder, of the temporary folder and of the user are searched. As an ordinary user, with Chromium's sandbox on.
import { once } from "node:events";
import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "../fixtures/as-user";
import { filesWith } from "../fixtures/files-with";
import { reply } from "../fixtures/provider/script";
import { windowAfter } from "../fixtures/system";

const [SECRET, ANSWER, DRAFT] = ["mulberry-harpsichord", "quince-barometer", "gooseberry-theodolite"];
const filesWithWords = (folder: string) => filesWith(folder, SECRET, ANSWER, DRAFT);

const dumps = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith("core"));

/** Starts Electron as the user does whose system writes the memory of a crashed program into the folder. */
async function keepingDumps(executablePath: string, folder: string): Promise<string> {
  const wrapper = join(folder, "electron");
  await writeFile(
    wrapper,
    `#!/bin/sh\nulimit -c unlimited\ncd "${folder}" && exec "${executablePath}" "$@"\n`,
  );
  await chmod(wrapper, 0o755);
  return wrapper;
}

test("[SE-10b] a crash of its page, and one of the app, leave no word of a private window in any file", async ({
  openAsUser,
  provider,
  user,
}) => {
  const temporary = join(user.home, "tmp");
  await user.run(["mkdir", temporary]);
  const executablePath = await keepingDumps(user.executablePath, temporary);
  const chat = await openAsUser({ executablePath, env: { TMPDIR: temporary } });
  const { braid } = chat;
  provider.respond(() => reply(`The answer is ${ANSWER}.`));
  const hidden = await windowAfter(chat, () => chat.page.keyboard.press("Control+Shift+P"));
  await hidden.send(`What is ${SECRET}?`);
  await expect(hidden.answer).toContainText(ANSWER);
  await hidden.composer.fill(DRAFT);
  await expect(hidden.sessions).toHaveCount(1);
  await braid.app.evaluate(
    ({ BrowserWindow }, title) => {
      const contents = BrowserWindow.getAllWindows().find((one) => one.getTitle() === title)?.webContents;
      const back = new Promise<void>((resolve) => contents?.once("did-finish-load", () => resolve()));
      contents?.forcefullyCrashRenderer();
      return back;
    },
    await hidden.page.title(),
  );
  // The page may be back before this line has come out of main.
  await expect.poll(() => braid.output()).toContain("A window's page ended");
  expect(await filesWithWords(user.home)).toEqual([]);
  expect(await dumps(temporary)).toEqual([]);
  // Where the limit cannot be set, a dump has no memory all the same.
  expect(Number.parseInt(await readFile(`/proc/${braid.pid}/coredump_filter`, "utf8"), 16)).toBe(0);
  const ended = once(braid.app.process(), "exit");
  process.kill(braid.pid, "SIGSEGV");
  expect(await ended).toEqual([null, "SIGSEGV"]);
  expect(await dumps(temporary)).toEqual([]);
  expect(await filesWithWords(user.home)).toEqual([]);
});
