/**
 * The style sheets of what follows the first frame (`rest.tsx`). They come with the first one, so that they stand before the preferences of
 * the reader, which have the last word, and so that nothing waits for them.
 */
import "../../ui/field.css";
import "../../ui/facts.css";
import "../../ui/tooltip.css";
import "../../features/providers/providers.css";
import "../../features/usage/usage.css";
import "../../features/chat/find-bar.css";
import "../../features/chat/action-row.css";
import "../../features/chat/parts/reasoning.css";
import "../../features/chat/chat.css";
import "../../features/branches/branches.css";
import "../../features/queue/queue.css";
import "../../features/rewind/rewind.css";
import "../../features/side-panel/side-panel.css";
import "../../features/side-panel/compare/compare.css";
import "../../features/side-panel/sidecar/sidecar.css";
import "../../features/models/models.css";
import "../../features/notices/notices.css";
import "../../features/sessions/sessions.css";
import "../../thread/status/status.css";
import "../../features/storage/storage.css";
