// The least an Electron app can be: one sandboxed window with a text box. What any app of this kind costs at start.
const { join } = require("node:path");
const { app, BrowserWindow } = require("electron");

const [folder] = process.argv.slice(-1);
app.setPath("userData", folder);
app.setPath("sessionData", join(folder, "chromium"));
app.whenReady().then(() => {
  const webPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false };
  const window = new BrowserWindow({ width: 1280, height: 800, autoHideMenuBar: true, webPreferences });
  window.loadFile(join(__dirname, "index.html"));
});
