/**
 * Makes characters visible that a reader cannot see: with them a command could show other words than it runs. Line ends and tabs stay as
 * they are, and so do the joints of an emoji.
 */
const UNSEEN =
  /(?!\t|\n|\u200d|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029]|(?<!\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)(?:\u200d|\ufe0f)/gu;

const named = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** A carriage return before a line end is part of it. */
export const visible = (text: string): string => text.replace(/\r\n/g, "\n").replace(UNSEEN, named);
