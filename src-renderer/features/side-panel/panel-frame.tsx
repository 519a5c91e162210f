/** The frame of every item in the side panel: a bar with its name, its buttons and the one that closes it; below the bar the conversation and the composer. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useSlots } from "../../thread/slots";
import { IconButton } from "../../ui/icon-button";
import { NumberedTitle } from "../../ui/numbered-title";

interface FrameProps {
  /** A sidecar is complementary to the main thread; two sessions side by side are equals. */
  as: "aside" | "section";
  /** How it is called by those who listen. */
  label: string;
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Lies in a thread of another name, of which it is what is seen. */
  within?: boolean;
  /** Nothing is written here. */
  readOnly?: boolean;
  /** The buttons of its bar. */
  children: ReactNode;
}

export function PanelFrame({
  as: Frame,
  label,
  title,
  closeLabel,
  onClose,
  within,
  readOnly,
  children,
}: FrameProps) {
  const slots = useSlots();
  return (
    <Frame className="side-panel-content" aria-label={label}>
      <header className="side-panel-bar">
        <h2>
          <NumberedTitle className="side-panel-title" title={title} />
        </h2>
        {children}
        <IconButton label={closeLabel} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="pane" data-pane={within ? undefined : "side-panel-conversation"}>
        {slots && <slots.Conversation />}
      </div>
      {readOnly ? null : (
        <div className="pane" data-pane="side-panel-composer">
          {slots && <slots.Composer />}
        </div>
      )}
    </Frame>
  );
}
