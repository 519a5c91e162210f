/**
 * The form of labels. Its code and style are fetched with the first conversation, not when the form is opened: a letter that is typed at
 * once would be lost.
 */
import { late } from "../../platform/late";

export const LabelChoice = late(async () => (await import("./label-form")).LabelForm);
