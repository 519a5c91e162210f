/** The settings: pages as tabs, a search over all of them, and mistakes of the file beside the settings they concern. */
import { Tabs } from "@base-ui/react/tabs";
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import {
  closeDialog,
  dialogs,
  openDialog,
  type SettingsPage as PageName,
  SETTINGS_PAGES,
  type SettingsPlace,
} from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { layout } from "../../platform/layout";
import { reportError } from "../../platform/notices";
import { SETTINGS } from "../../platform/settings/setting-list";
import { Dialog } from "../../ui/dialog";
import { type BroughtPages, SettingsPage } from "./pages";
import { hasProblem } from "./problems";
import { type Found, search } from "./search";
import { onResultKey, SearchResults } from "./search-results";
import type { Jump } from "./setting-row";
import { FileActions, FileProblems } from "./settings-file-note";
import { followSettings, settings } from "./settings-state";
import "./settings.css";

/** The page that was open last. The dialog shows it again if no page is asked for. */
let lastPage: PageName = "general";

/** Returns the jump to the setting for which the dialog was opened. A part of a page takes the focus by itself. */
function jumpOf(at: SettingsPlace | undefined): Jump | undefined {
  const setting = SETTINGS.find(({ path }) => path === at);
  return setting && { path: setting.path };
}

function usePage() {
  const asked = useStore(dialogs, ({ dialog }) => (dialog?.name === "settings" ? dialog : undefined));
  const [page, setPage] = useState<PageName>(asked?.page ?? lastPage);
  const [jump, setJump] = useState(() => jumpOf(asked?.at));
  useEffect(() => {
    if (asked?.page !== undefined) setPage(asked.page);
    setJump((known) => (known?.path === asked?.at ? known : jumpOf(asked?.at)));
  }, [asked]);
  useEffect(() => {
    lastPage = page;
  }, [page]);
  return { page, setPage, jump, setJump };
}

function PageTab({ page, faulty }: { page: PageName; faulty: boolean }) {
  const { t } = useTranslation(["settings", "palette"]);
  return (
    <Tabs.Tab value={page} className="settings-tab">
      {t(`palette:pages.${page}`)}
      {faulty ? (
        <>
          <span className="settings-tab-mark" aria-hidden="true" />
          <span className="unseen">{t("faulty")}</span>
        </>
      ) : null}
    </Tabs.Tab>
  );
}

interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  query: string;
  onQuery: (query: string) => void;
  /** Called by Enter: goes to the first match. */
  onFirst: () => void;
}

function SearchField({ ref, query, onQuery, onFirst }: SearchFieldProps) {
  const { t } = useTranslation("settings");
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      // Releasing the key must not press the control that takes the focus.
      event.preventDefault();
      if (!event.nativeEvent.isComposing) onFirst();
    }
    // The first Escape clears the search, the next closes the dialog.
    else if (event.key === "Escape" && query !== "") {
      event.stopPropagation();
      onQuery("");
    } else onResultKey(event);
  };
  return (
    <input
      ref={ref}
      type="search"
      className="input settings-search"
      data-settings-search
      aria-label={t("search")}
      placeholder={t("search")}
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

export function SettingsDialog({ brought }: { brought: BroughtPages }) {
  const { t } = useTranslation(["settings", "common"]);
  const narrow = useStore(layout, (state) => state.narrow);
  const faulty = useStore(
    settings,
    useShallow(({ view }) => SETTINGS_PAGES.filter((name) => hasProblem(view?.problems ?? [], name))),
  );
  const { page, setPage, jump, setJump } = usePage();
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => followSettings(reportError), []);

  const turnTo = (name: PageName) => {
    setQuery("");
    setJump(undefined);
    setPage(name);
    panel.current?.scrollTo(0, 0);
  };
  const goTo = (found: Found) => {
    turnTo(found.page);
    if (found.kind === "setting") setJump({ path: found.setting.path });
    if (found.kind === "shortcut")
      openDialog({ name: "settings", page: found.page, at: `shortcut ${found.command}` });
    if (found.kind === "part") openDialog({ name: "settings", page: found.page, at: found.part });
  };
  const isSearching = query.trim() !== "";
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("settings")}
      className="settings-dialog"
      initialFocus={field}
    >
      <Tabs.Root
        className="settings"
        value={page}
        orientation={narrow ? "horizontal" : "vertical"}
        onValueChange={(value) => turnTo(value as PageName)}
      >
        <div className="settings-side">
          <SearchField
            ref={field}
            query={query}
            onQuery={setQuery}
            onFirst={() => {
              // After the first Enter has gone to a page, the search is over.
              const [first] = isSearching ? search(query) : [];
              if (first !== undefined) goTo(first);
            }}
          />
          <Tabs.List className="settings-tabs" activateOnFocus>
            {SETTINGS_PAGES.map((name) => (
              <PageTab key={name} page={name} faulty={faulty.includes(name)} />
            ))}
          </Tabs.List>
          <FileActions />
        </div>
        <div ref={panel} className="settings-main">
          <FileProblems />
          {isSearching ? <SearchResults query={query} onChoose={goTo} /> : null}
          <Tabs.Panel value={page} className="settings-page" hidden={isSearching}>
            <SettingsPage page={page} jump={jump} brought={brought} />
          </Tabs.Panel>
        </div>
      </Tabs.Root>
    </Dialog>
  );
}
