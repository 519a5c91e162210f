import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectWithin } from "../../../e2e/fixtures/own-time";
import { outputSummaryRequest } from "../../core/context/output-summaries";
import { summaryRequest, type TurnText } from "../../core/context/summary-request";
import { readTitlePrompt, titlePrompt } from "../../core/context/title-prompt";
import { createGuideModel } from "./guide-model";
import { keyPhrase } from "./key-phrase";
import { summarise } from "./summarise";

const resources_dir = join(import.meta.dirname, "../../../resources");

describe("[SE-4] the key phrase of a question", () => {
  it.each([
    ["How do I add a provider to my settings?", "Add a provider to my settings"],
    ["Hi! Can you please explain how WAL mode works in SQLite?", "WAL mode works in SQLite"],
    ["Wie kann ich eine Sitzung umbenennen?", "Sitzung umbenennen"],
    ["Wie füge ich einen Schlüssel hinzu?", "Schlüssel hinzufügen"],
    ["Hallo! Wie benenne ich eine Sitzung um?", "Sitzung umbenennen"],
    ["Wie ändere ich die Schriftgröße?", "Schriftgröße ändern"],
    ["Wo trage ich meinen API-Schlüssel ein, und wo liegt er?", "API-Schlüssel eintragen"],
    ["Wie wechsle ich das Modell?", "Modell wechseln"],
    ["wie archiviere ich alte Chats", "Alte Chats archivieren"],
    ["Wie stellen wir das Design auf dunkel um?", "Design auf dunkel umstellen"],
    ["Wie fügt man einen Schlüssel hinzu?", "Wie fügt man einen Schlüssel hinzu?"],
    ["Wie kann man einen Schlüssel hinzufügen?", "Schlüssel hinzufügen"],
    ["Ich möchte gern ein Rezept für Käsekuchen ohne Boden, bitte.", "Rezept für Käsekuchen ohne Boden"],
    ["什么是数据库事务?", "什么是数据库事务"],
    ["Как настроить резервное копирование базы данных?", "Как настроить резервное копирование базы данных"],
    ["```ts\nconst x = 1;\n```\nWhy does this not compile?", "Compile"],
    ["See https://example.com/very/long?x=1 about retries", "Retries"],
  ])("of %j is %j", (question, title) => {
    expect(keyPhrase(question, "")).toBe(title);
  });

  it.each(["Hello!", "", "?!", "who are you", "```\ncode only\n```", "ok"])(
    "there is none in %j",
    (question) => {
      expect(keyPhrase(question, "")).toBeUndefined();
    },
  );

  it("leans to what the answer speaks of", () => {
    const question = "Trains are fun, planes are loud.";
    expect(keyPhrase(question, "Planes use kerosene.")).toBe("Planes are loud");
    expect(keyPhrase(question, "Trains run on rails.")).toBe("Trains are fun");
  });

  it("is short, on one line, and the same each time, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 300 }),
        fc.lorem({ maxCount: 30 }),
        (odd, plain) => {
          for (const text of [odd, `${plain} ${odd}`]) {
            const phrase = keyPhrase(text, plain);
            expect(keyPhrase(text, plain)).toBe(phrase);
            if (phrase === undefined) continue;
            expect(phrase).not.toMatch(/\n/);
            expect(phrase.length).toBeLessThanOrEqual(120);
          }
        },
      ),
    );
  });

  it("of a pasted book is found without reading it all", () => {
    const [book, after] = ["all work and no play ".repeat(200_000), "x ".repeat(1_000_000)];
    expectWithin(2_000, () => keyPhrase(book, after));
  });
});

describe("a summary by sentences", () => {
  const text = [
    "We compared three backup strategies for the orders database. It was raining.",
    "Nightly dumps of the orders database lose up to a day. My neighbour has a dog.",
    "Streaming replication of the orders database loses seconds. Lunch was fine.",
    "So we decided on replication for the orders database, with nightly dumps beside it.",
  ].join("\n\n");

  it("keeps what the text is about, in its own words and order", () => {
    const summary = summarise(text, 1000);
    expect(summary).toContain("orders database");
    expect(summary).not.toMatch(/raining|dog|Lunch/);
    expect(summary.length).toBeLessThanOrEqual(200);
    const sentences = summary.split(/(?<=\.) /);
    const places = sentences.map((sentence) => text.indexOf(sentence));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.every((place) => place >= 0)).toBe(true);
  });

  it.each(["", "One sentence.", "Zwei Sätze. Mehr nicht.", "短い文。"])(
    "leaves what is short as it is: %j",
    (short) => {
      expect(summarise(short, 1000)).toBe(short);
    },
  );

  it("keeps to its length, and splits no character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 2000 }),
        fc.integer({ min: 1, max: 400 }),
        (odd, max) => {
          const summary = summarise(odd, max);
          expect(summary.length).toBeLessThanOrEqual(max);
          expect(summary).not.toMatch(/\p{Cs}/u);
          expect(summarise(odd, max)).toBe(summary);
        },
      ),
    );
  });
});

describe("the guide as small model", () => {
  const guide = createGuideModel({ resources_dir, words_per_second: Infinity });
  const agent = (name: string) => readFileSync(join(resources_dir, "agents", `${name}.md`), "utf8").trim();
  const say = async (system: string, text: string) => {
    const { content } = await guide.doGenerate({
      prompt: [
        { role: "system", content: system },
        { role: "user", content: [{ type: "text", text }] },
      ],
    });
    return content.map((part) => (part.type === "text" ? part.text : "")).join("");
  };

  it("[SE-4] answers the title agent with a key phrase, or with the question where it has none", async () => {
    const ask = (question: string) =>
      say(agent("title"), titlePrompt({ question, answer: "See the handbook." }));
    expect(await ask("How do I rename a session?")).toBe("Rename a session");
    expect(await ask("Hello!")).toBe("Hello!");
  });

  it("answers the compaction agent with sentences of the text", async () => {
    const sentence = "The cache is cleared each night by the janitor process. ";
    expect(await say(agent("compaction"), sentence)).toBe(sentence.trim());
  });

  it("[CP-5] answers the compaction agent with four sections, offline", async () => {
    const said =
      "We store sessions in SQLite with a write-ahead log. The log is copied back each night by the janitor. ";
    const turns: TurnText[] = [[{ mark: "user-said", text: said.repeat(8) }]];
    expect(await say(agent("compaction"), summaryRequest(turns, {}))).toMatch(/^## Goal\n\n[\s\S]*SQLite/);
  });

  it("[RN-6] answers the summariser of long outputs with the most telling sentences of the output", async () => {
    const output = Array.from(
      { length: 40 },
      (_, n) => `The build of part ${n} failed in the file part-${n}.ts.`,
    );
    const request = outputSummaryRequest("bash", { command: "npm test" }, output.join(" "));
    const summary = await say(agent("precompact"), request);
    expect(summary).toContain("failed in the file");
    expect(summary).not.toMatch(/npm test|Write the summary|tool-output/);
    expect(summary.length).toBeLessThan(output.join(" ").length / 2);
  });

  it("answers everybody else from the handbook", async () => {
    expect(await say(agent("chat"), "How do I rename a session?")).toContain("handbook");
  });
});

it("[SE-4] what the title agent is shown is read back as it was, whatever stood in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (question, answer) => {
      const clean = (text: string) => text.replace(/\p{Cs}/gu, "").trim();
      fc.pre(!/<\/?(question|answer)>/.test(question + answer));
      expect(readTitlePrompt(titlePrompt({ question, answer }))).toEqual({
        question: clean(question),
        answer: clean(answer),
      });
    }),
  );
  expect(readTitlePrompt("just text")).toEqual({ question: "just text", answer: "" });
});
