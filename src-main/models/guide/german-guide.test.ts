/** The guide in a German window: German questions find German pages, and the language is asked at each answer. */
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { inWords, speak, spokenLanguage } from "../../language/language";
import { listOfCommands } from "../../language/list-of-commands";
import { createGuideModel } from "./guide-model";
import { readHandbook } from "./handbook";
import { wordStem } from "./words";

const resources_dir = join(import.meta.dirname, "../../../resources");
const guide = createGuideModel({
  resources_dir,
  words_per_second: Infinity,
  speech: {
    language: spokenLanguage,
    words: (key, params = {}) => inWords({ key: `guide:${key}`, params }),
    commands: listOfCommands,
  },
});

async function ask(text: string): Promise<string> {
  const { content } = await guide.doGenerate({
    prompt: [{ role: "user", content: [{ type: "text", text }] }],
  });
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

beforeEach(() => speak("de"));
afterAll(() => speak("en"));

describe("what it answers in German", () => {
  test.each([
    ["Wie füge ich einen API-Schlüssel hinzu?", "Einen Schlüssel eingeben"],
    ["Wo werden meine Unterhaltungen gespeichert?", "Wo die Daten liegen"],
    ["Was passiert, wenn die App beim Antworten abstürzt?", "Nach einem Absturz oder Stromausfall"],
    ["Stromausfall", "Nach einem Absturz oder Stromausfall"],
    ["Was passiert, wenn ich das Fenster schließe?", "Wenn das Fenster geschlossen wird"],
    ["Wie benenne ich eine Sitzung um?", "Eine Sitzung umbenennen"],
    ["alte chats archivieren", "Eine Sitzung archivieren"],
    ["Wie kann ich eine Sitzung anheften?", "Eine Sitzung anheften"],
    ["Wie füge ich einen Anbieter hinzu?", "Einen Anbieter hinzufügen"],
    ["Läuft das auch mit einem lokalen Server wie Ollama?", "Ein Server auf diesem Rechner"],
    ["Fehler 429, was nun?", "Zu viele Anfragen"],
    ["Das Modell hängt und antwortet nicht", "Wenn das Modell verstummt"],
    ["Sind meine Nachrichten verschlüsselt?", "Verschlüsselung und Zugriffsrechte"],
    ["Welche Daten werden an den Anbieter gesendet?", "Was ein Anbieter bekommt"],
    ["meine settings.json hat einen Syntaxfehler", "Fehler in den Einstellungen"],
    ["Wie halte ich eine Antwort an?", "Anhalten und Fortsetzen"],
    ["Die Festplatte ist voll", "Die Festplatte ist voll"],
    ["meine Datenbank ist beschädigt", "Eine beschädigte Datenbank"],
    ["Kann ich zwei Fenster öffnen?", "Mehrere Fenster"],
    ["Was kostet eine Sitzung?", "Was eine Sitzung gekostet hat"],
    ["Wie mache ich eine Sicherungskopie?", "Sicherungen"],
    ["einen anderen Datenordner benutzen", "Einen anderen Datenordner benutzen"],
    ["Warum ist mein Modell ausgegraut?", "Ein Modell fehlt oder lässt sich nicht wählen"],
    ["Wie stelle ich den Dunkelmodus ein?", "Design, Schriftgröße und Sprache"],
    ["Schriftgroesse oder Schriftgröße ändern", "Design, Schriftgröße und Sprache"],
    ["Was bedeutet „Als Text gezeigt“?", "Als Text gezeigt"],
    ["Was macht die Schaltfläche Zeichnen?", "Als Text gezeigt"],
    ["Warum wird mein Diagramm als Text gezeigt?", "Als Text gezeigt"],
    ["Was heißt Nach einem Fehler als Text gezeigt?", "Nach einem Fehler als Text gezeigt"],
    ["Welche Tastenkürzel gibt es?", "Tasten und Befehle"],
  ])("%s → %s", async (question, heading) => {
    const answer = await ask(question);
    expect(/^# (.+)$/m.exec(answer)?.[1]).toBe(heading);
    expect(answer).toMatch(/^Das steht im Handbuch unter /);
  });

  test.each([
    "Was ist die Hauptstadt von Frankreich?",
    "Schreib mir ein Gedicht über das Meer",
    "Wie koche ich Reis?",
  ])("%s → dazu weiß er nichts", async (question) => {
    const answer = await ask(question);
    expect(answer).toContain("nichts gefunden");
    expect(answer).toContain("- [Anbieter und Schlüssel](");
  });

  test.each(["Hallo!", "Wer bist du?", "Was kannst du?", "Hilfe", "Danke!", ""])(
    "%j → er stellt sich vor",
    async (question) => {
      expect(await ask(question)).toContain("Ich bin der Leitfaden");
    },
  );

  test("the whole handbook on request", async () => {
    const whole = await ask("Zeig das ganze Handbuch");
    for (const { body } of readHandbook(resources_dir, "de", listOfCommands())) expect(whole).toContain(body);
  });
});

test("a change of language holds from the next answer on", async () => {
  expect(await ask("Hilfe")).toContain("Ich bin der Leitfaden");
  speak("en");
  expect(await ask("help")).toContain("I am the guide");
  speak("de");
  expect(await ask("Hilfe")).toContain("Ich bin der Leitfaden");
});

test.each([
  ["Sitzungen", "sitzung"],
  ["gespeichert", "speichern"],
  ["Schlüssels", "Schlussel"],
  ["schließt", "schliessen"],
  ["Bäume", "Baum"],
])("%s is compared as %s", (one, other) => {
  expect(wordStem(one.toLowerCase(), "de")).toBe(wordStem(other.toLowerCase(), "de"));
});
