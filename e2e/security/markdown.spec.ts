// Hostile Markdown, HTML, SVG, Mermaid and formulas as they stream, and after a reload: nothing runs, nothing is fetched,
// nothing navigates, and nothing stands in the page that is not on the list. As an ordinary user, with Chromium's sandbox on.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/as-user";
import { areDrawn } from "../fixtures/diagram";
import { ending, reply, type Step } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const hostile = (there: string) => `
<script>pwned = 1</script><img src="${there}/a.png" onerror="pwned = 2"> <svg onload="pwned = 3"><use href="${there}/b.svg#x"/></svg>

<style>@import "${there}/c.css"; * { background: url(${there}/d.png) }</style>

<iframe src="${there}/e.html" srcdoc="<script>parent.pwned = 4</script>"></iframe><object data="${there}/f"></object><embed src="${there}/g">

<div id="root" class="app" style="position:fixed;inset:0" name="braid" onclick="pwned = 5">over</div><form action="${there}/h"><input name="x" autofocus onfocus="pwned=6"></form>

<math><mtext><style><img src=x onerror="pwned = 7"></style></mtext></math><base href="${there}/"><meta http-equiv="refresh" content="0;url=${there}/i"><link rel="stylesheet" href="${there}/j.css">

<a href="javascript:pwned=8" ping="${there}/k">x</a> [a](javascript:pwned=9) [b](JaVaScRiPt&#58;pwned=10) [c](data:text/html,<script>pwned=11</script>) [d](vbscript:x) [e](file:///etc/passwd) [f](app://braid/index.html) [g](blob:x) [h](//evil.example/x) [i](https://bank.example@evil.example/) <javascript:pwned=12>

![p](${there}/l.png) ![q](${there}/m.png "onerror=pwned=13") ![r](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InB3bmVkPTE0Ii8+) ![s](data:text/html,x) ![t][ref] ![u](javascript:pwned=15)

[ref]: ${there}/n.png 'title'
[^root]: A note <img src=${there}/o.png onerror=pwned=16> ![v](${there}/p.png)

Notes[^root] and [^__proto__] and [^constructor]

[^__proto__]: proto
[^constructor]: made

$\\href{javascript:pwned=17}{x} \\htmlId{root}{y} \\htmlStyle{position:fixed}{z} \\htmlClass{app}{w} \\includegraphics{${there}/q.png} \\url{${there}/r}$ and $\\def\\a{\\a\\a}\\a$ $\\rule{9999em}{9999em}$

$$\\unicode{<img src=x onerror=pwned=18>} \\text{<script>pwned=19</script>}$$

\`\`\`html"><img src=${there}/s.png onerror=pwned=20>
<script>pwned = 21</script>
\`\`\`

\`\`\`__proto__
constructor
\`\`\`

\`\`\`mermaid
%%{init: {"securityLevel": "loose", "theme": "base", "themeCSS": "* { background: url(${there}/t.png) }", "fontFamily": "x;}@import url(${there}/u.css);"}}%%
graph TD
  A["<img src='${there}/v.png' onerror='parent.pwned=22'>"] --> B["<script>parent.pwned=23</script>"]
  click A href "javascript:parent.pwned=24" _self
\`\`\`

\`\`\`mermaid
graph TD
  A --> B
  click B call alert("x")
  style A fill:url(${there}/w.png)
\`\`\`

| <b>x</b> | [y](javascript:pwned=25) |
|---|---|
| <img src=${there}/x.png> | ![z](${there}/y.png) |

- [ ] <input type=image src=${there}/z.png> \`<script>\`
> ${"[".repeat(60)}${"*_".repeat(60)}${"![".repeat(60)}
`;

const TAGS =
  "a annotation article blockquote br button circle code del div details em figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe img input label li line math mfrac mi mn mo mover mpadded mphantom mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover ol p path polygon polyline pre rect section semantics span strong summary sup svg table tbody td th thead time tr ul bdi menclose merror";

/** In the page: from now on every element that comes is looked at, and what a violation of the policy says is kept. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(
    ({ tags }) => {
      const found: string[] = [];
      const violations: string[] = [];
      Object.assign(window, { found, violations });
      const allowed: Record<string, RegExp> = {
        id: /^(?:note|mark)-|^base-ui-/,
        href: /^(?:https?:|mailto:|#(?:note|mark)-)/,
        src: /^(?:diagram\.html$|data:image\/png)/,
        class: /^(?!.*\bapp\b)/,
      };
      const isBad = ({ name, value }: Attr) =>
        /^on|^name$|^srcdoc$/.test(name) || allowed[name]?.test(value) === false;
      const look = (element: Element) => {
        if (element.closest("[role=log]") === null) return;
        if (!tags.includes(element.localName) || [...element.attributes].some(isBad))
          found.push(element.outerHTML.slice(0, 300));
      };
      const lookBelow = (node: Node) => {
        if (node instanceof Element) for (const each of [node, ...node.querySelectorAll("*")]) look(each);
      };
      new MutationObserver((changes) => {
        for (const { addedNodes, target, type } of changes) {
          if (type === "attributes") look(target as Element);
          for (const node of addedNodes) lookBelow(node);
        }
      }).observe(document, { subtree: true, childList: true, attributes: true });
      document.addEventListener(
        "securitypolicyviolation",
        ({ violatedDirective, sourceFile, sample, blockedURI }) =>
          violations.push(`${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`),
      );
      for (const element of document.querySelectorAll("[role=log] *")) look(element);
    },
    { tags: TAGS.split(" ") },
  );
}

interface Seen {
  found: string[];
  violations: string[];
  pwned: unknown;
  address: string;
}

const seenIn = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { found, violations, pwned } = window as unknown as Omit<Seen, "address">;
    return { found, violations, pwned: pwned ?? null, address: location.href };
  });

async function expectHarmless(page: Page): Promise<void> {
  const { found, violations, pwned, address } = await seenIn(page);
  expect(found).toEqual([]);
  expect(violations).toEqual([]);
  expect(pwned).toBeNull();
  expect(address).toBe("app://braid/index.html");
  // One that has just been made has no address yet; it may only come to have this one.
  const strangers = () =>
    page.frames().flatMap((frame) => {
      const own = frame === page.mainFrame() || frame.url() === "app://braid/diagram.html";
      return own ? [] : [frame.url()];
    });
  await expect.poll(strangers).toEqual([]);
}

/** Each piece is written when the one before has been shown: every prefix stands in the window for a frame or more. */
function piecewise(text: string, size: number): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < text.length; at += size)
    steps.push({ text: text.slice(at, at + size) }, { delayMs: 18 });
  return steps;
}

/** A picture of a few bytes that asks for gigabytes, in a block of its own and in a line. */
const hugePicture = (() => {
  const side = [0, 0, 0xea, 0x60];
  const header = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52];
  const png = Buffer.from([...header, ...side, ...side, 8, 6, 0, 0, 0]).toString("base64");
  const picture = `![huge](data:image/png;base64,${png})`;
  return `${picture}\n\nIn a line: ${picture}\n`;
})();

test("nothing of hostile words runs, is fetched, or stands where it should not: while they come, after a reload, in a thought, as a picture", async ({
  chat,
  provider,
  trap,
}) => {
  const consoleErrors: string[] = [];
  const requests: string[] = [];
  chat.page.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) consoleErrors.push(message.text());
  });
  chat.page.on("request", (request) => requests.push(request.url()));
  const text = hostile(trap.address);
  provider.enqueue([...piecewise(text, 23), ...ending()], [{ reasoning: text }, ...reply(hugePicture)]);
  await watch(chat.page);
  await chat.send("Say it.");
  await expect(chat.answer).toHaveAttribute("data-state", "done", { timeout: 60_000 });
  const drawn = async () => {
    const figure = chat.answer.locator("figure", { hasText: "Diagram" }).first();
    await figure.scrollIntoViewIfNeeded();
    await areDrawn(figure);
  };
  await drawn();
  await expectHarmless(chat.page);
  expect(await chat.text()).toContain("<script>pwned = 1</script>");

  await chat.page.reload();
  await watch(chat.page);
  await expect(chat.answer).toContainText("<script>pwned = 1</script>");
  await drawn();
  await expectHarmless(chat.page);

  await chat.send("Think it.");
  await expect(chat.answers).toHaveCount(2);
  await chat.settled();
  await chat.answer.locator("summary").first().click();
  await expect(chat.answer).toContainText("<script>pwned = 1</script>");
  await expectHarmless(chat.page);
  await expect(chat.answer.getByText("Image not shown: too large, or not readable")).toHaveCount(2);
  await expect(chat.answer.locator("img")).toHaveCount(0);
  expect(trap.fetched).toEqual([]);
  expect(consoleErrors).toEqual([]);
  expect(
    requests.filter((url) => !url.startsWith("app://braid/") && !url.startsWith("data:image/png")),
  ).toEqual([]);
});
