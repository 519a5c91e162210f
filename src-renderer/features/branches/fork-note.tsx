/** The note after a message of a parent: the branches made there (BR-3). Several of them share one line with a menu. */

import { Menu } from "@base-ui/react/menu";
import type { Fork } from "../../../src-preload/contract/domain/branches";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { useTranslation } from "../../platform/language/use-translation";
import { showSession } from "../../thread/actions";
import { mainThread } from "../../thread/thread";
import { Note } from "../../ui/note";
import { NumberedTitle } from "../../ui/numbered-title";
import "../../ui/popup.css";
import "./branches.css";

function open(session_id: SessionId): void {
  showSession(session_id);
  mainThread.focusComposer();
}

function ForkMenu({ forks }: { forks: readonly Fork[] }) {
  const { t } = useTranslation("chat");
  return (
    <Menu.Root>
      <Menu.Trigger className="button button-link">{t("branch.count", { count: forks.length })}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-place" sideOffset={4}>
          <Menu.Popup
            className="menu popup fork-menu"
            aria-label={t("branch.count", { count: forks.length })}
          >
            {forks.map(({ session_id, title }) => (
              <Menu.Item
                key={session_id}
                className="menu-item"
                label={title}
                onClick={() => open(session_id)}
              >
                <NumberedTitle className="menu-label" title={title} />
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

export function ForkNote({ forks }: { forks: readonly Fork[] }) {
  const { t } = useTranslation("chat");
  const [first, ...others] = forks;
  if (first === undefined) return null;
  return (
    <Note
      actions={
        others.length > 0 ? (
          <ForkMenu forks={forks} />
        ) : (
          <button
            type="button"
            className="button button-link fork-title"
            onClick={() => open(first.session_id)}
          >
            <NumberedTitle className="fork-title-words" title={first.title} />
          </button>
        )
      }
    >
      {t("branch.here")}
    </Note>
  );
}
