// Loaded into a main process before its app (`-r`), the same for Braid and for the bare window: types one character as
// soon as a text box of the page has the focus, and says on stdout when the frame that shows it has been painted.
const { app } = require("electron");

// Asked of the frame itself: `webContents.executeJavaScript` waits until the page has stopped loading.
const FOCUSED = `new Promise((resolve) => {
  window.typedAndPainted = new Promise((painted) => {
    const afterFrame = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = painted;
      port2.postMessage(null);
    };
    addEventListener("input", () => requestAnimationFrame(afterFrame), { once: true, capture: true });
  });
  const look = () => {
    if (document.activeElement instanceof HTMLTextAreaElement) resolve(true);
    else setTimeout(look, 1);
  };
  look();
})`;
const PAINTED = "window.typedAndPainted.then(() => true)";

async function typeInto(contents) {
  await contents.mainFrame.executeJavaScript(FOCUSED);
  contents.focus();
  contents.sendInputEvent({ type: "keyDown", keyCode: "x" });
  contents.sendInputEvent({ type: "char", keyCode: "x" });
  contents.sendInputEvent({ type: "keyUp", keyCode: "x" });
  await contents.mainFrame.executeJavaScript(PAINTED);
  process.stdout.write("typed and painted\n");
  app.quit();
}

app.on("web-contents-created", (_event, contents) => {
  contents.once("dom-ready", () => {
    typeInto(contents).catch((error) => {
      console.error(error);
      app.exit(1);
    });
  });
});
