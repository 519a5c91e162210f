// One sandboxed window on one address: what a page costs without an app around it.
const { join } = require("node:path");
const { app, BrowserWindow } = require("electron");

const [folder, address] = process.argv.slice(-2);
app.setPath("userData", folder);
app.setPath("sessionData", join(folder, "chromium"));
app.whenReady().then(() => {
  const webPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false };
  const window = new BrowserWindow({ width: 1280, height: 800, autoHideMenuBar: true, webPreferences });
  window.loadURL(address);
});
