/** Streamdown by itself: React, the growing text, shiki through the same engine. The text comes from the server that serves this page. */
import { createCodePlugin } from "@streamdown/code";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Streamdown } from "streamdown";

const plugins = { code: createCodePlugin() };

type Show = (text: string, ended: boolean) => void;

/** Shown at most once a frame, as the app does. */
async function read(show: Show): Promise<void> {
  const { body } = await fetch("/words");
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let all = "";
  let frame: number | undefined;
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) break;
    all += piece.value;
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      show(all, false);
      window.scrollTo(0, document.body.scrollHeight);
    });
  }
  if (frame !== undefined) cancelAnimationFrame(frame);
  show(all, true);
}

function Page() {
  const [{ text, ended }, setShown] = useState({ text: "", ended: false });
  useEffect(() => {
    Object.assign(window, { begin: () => read((now, end) => setShown({ text: now, ended: end })) });
  }, []);
  return (
    <article data-state={ended ? "done" : "streaming"}>
      <Streamdown plugins={plugins} isAnimating={!ended} controls={false}>
        {text}
      </Streamdown>
    </article>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Page />);
