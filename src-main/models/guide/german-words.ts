/**
 * German for the built-in guide: words without a subject of their own, and the stem by which words are compared. Without stems, a question
 * about "der Sitzung" would not find the page about "Sitzungen".
 */

export const emptyGermanWords: ReadonlySet<string> = new Set(
  (
    "ab aber all alle allem allen aller alles als also am an app ander andere anderen auch auf aus bei beim bevor bekomme bekommen bin bis bist " +
    "bitte braid da dabei dafür dahin damit dann daran darauf darf das dazu dieselbe dieselben derselben demselben drin eigentlich eben dass dein deine deinen dem den denn der des deshalb dich die " +
    "dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er erkläre erklären erst es etwa " +
    "etwas euch für ganz geben gegen gehts geht gemacht gern gerne gibt gibts hab habe haben hat hatte hier hin ich ihm ihn ihnen ihr ihre ihrem " +
    "ihren ihrer im immer in ins irgend irgendwie irgendwo ist ja jede jedem jeden jeder jedes jetzt kann kannst kaum kein keine keinen komm komme kommen kommt können laufen läuft " +
    "könnte lasse lassen lässt man mal mehr mein meine meinem meinen meiner meines mich mir mit muss möchte müssen nach nicht nichts noch " +
    "nun nur ob obwohl oder ohne passiert raus sache sachen sag sage sagen sagt sehr sein seine seinem seit seinen seiner sich sie sind so schon ständig soll sollen sollte stelle stellen " +
    "stelle stellen tun tue tut über um und unterstützt überhaupt uns unser unsere unter viel vom von vor war während warum was weiss weiß wenigstens wegen welche welchem welchen welcher welches wenn wer werde werden " +
    "weshalb wie wieder wieso will wir wird wirst wo wofür wohin wollen womit worin wozu wurde wurden würde wurden ziemlich zeig zeige zeigen zu zum zur zwischen"
  ).split(" "),
);

const fold = (word: string) => word.replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "");

/**
 * The stem of a word, for comparing, not for reading: `Sitzungen`, `gespeichert` and `Schlüssels` meet `Sitzung`, `speichern` and
 * `Schlussel`. Folds umlauts, takes endings off one after the other, and drops the `ge` of participles.
 */
export function germanStem(word: string): string {
  let stem = fold(word).replace(/^ge(?=.{4})/, "");
  for (;;) {
    const shorter = stem.replace(stem.length > 5 ? /(?:em|er|nd|[tesn])$/ : /[tesn]$/, "");
    if (shorter.length < 4 || shorter === stem) return stem;
    stem = shorter;
  }
}
