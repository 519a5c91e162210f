/** What all that stands in the column beside has: a bar with its name, what can be done with it and how it is closed; below it what is read, and written. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/icon-button";
import { NumberedTitle } from "../../ui/numbered-title";
import { Conversation } from "../chat/conversation";
import { Composer } from "../composer/composer";

interface FrameProps {
  /** An aside is complementary to the main thread; two sessions side by side are equals. */
  as: "aside" | "section";
  /** How it is called by those who listen. */
  label: string;
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Lies in a pane of another name, of which it is what is seen. */
  within?: boolean;
  /** Nothing is written here. */
  readOnly?: boolean;
  /** Of its bar. */
  children: ReactNode;
}

export function BesideFrame({
  as: Frame,
  label,
  title,
  closeLabel,
  onClose,
  within,
  readOnly,
  children,
}: FrameProps) {
  return (
    <Frame className="beside-content" aria-label={label}>
      <header className="beside-bar">
        <h2>
          <NumberedTitle className="beside-title" title={title} />
        </h2>
        {children}
        <IconButton label={closeLabel} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="pane" data-pane={within ? undefined : "beside-conversation"}>
        <Conversation />
      </div>
      {readOnly ? null : (
        <div className="pane" data-pane="beside-composer">
          <Composer />
        </div>
      )}
    </Frame>
  );
}
