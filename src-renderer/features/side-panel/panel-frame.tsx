/**
 * The frame of every item in the side panel: a bar with its name, its buttons and a close button; below the bar the conversation and the
 * composer.
 */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useSlots } from "../../thread/slots";
import { IconButton } from "../../ui/icon-button";
import { NumberedTitle } from "../../ui/numbered-title";
import { PanelEdge } from "./panel-edge";

interface FrameProps {
  /** A sidecar is complementary to the main thread; two sessions side by side are equals. */
  as: "aside" | "section";
  /** The name for screen readers. */
  label: string;
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** True if the frame lies in the region of another thread, and so needs no region of its own. */
  within?: boolean;
  /** True if nothing can be written here. */
  readOnly?: boolean;
  /** Stands between the bar and the conversation. */
  above?: ReactNode;
  /** The buttons of the bar. */
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
  above,
  children,
}: FrameProps) {
  const slots = useSlots();
  return (
    <Frame className="side-panel-content" aria-label={label}>
      {within ? null : <PanelEdge />}
      <header className="side-panel-bar">
        <h2>
          <NumberedTitle className="side-panel-title" title={title} />
        </h2>
        {children}
        <IconButton label={closeLabel} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {above}
      <div className="region" data-region={within ? undefined : "side-panel-conversation"}>
        {slots && <slots.Conversation />}
      </div>
      {readOnly ? null : (
        <div className="region" data-region="side-panel-composer">
          {slots && <slots.Composer />}
        </div>
      )}
    </Frame>
  );
}
