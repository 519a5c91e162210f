/** The handbook, drawn as answers are. */
import { Markdown } from "../features/chat/markdown/markdown";
import { HandbookDialog } from "../features/handbook/handbook-dialog";

export default function Handbook() {
  return <HandbookDialog Markdown={Markdown} />;
}
