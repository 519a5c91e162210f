/** Imports sessions (SE-6): first the files, then what was found in them, then all of it or nothing. */
import { type ReactNode, useId, useRef, useState } from "react";
import type {
  ChosenImport,
  FoundBroken,
  FoundFile,
  FoundSession,
  Imported,
} from "../../../src-preload/contract/domain/exchange";
import { call, toErrorInfo } from "../../platform/bridge";
import { closeDialog } from "../../platform/dialogs";
import { FailureWords } from "../../platform/language/failure";
import { t as words } from "../../platform/language/language";
import { momentTime } from "../../platform/language/moments";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { dismissDone, showDone } from "../../platform/notices";
import { useWork, type Work } from "../../platform/use-work";
import { doing, showSession } from "../../thread/actions";
import { mainThread } from "../../thread/thread";
import { ActionButton } from "../../ui/action-button";
import { Dialog } from "../../ui/dialog";
import { FailureBar } from "../../ui/failure-bar";
import { isDialogInFront } from "../../ui/front-dialog";
import { WorkProgress } from "../../ui/work-progress";
import "./exchange.css";

/** Entries of a list that are shown; the rest is counted. */
const MOST_SHOWN = 100;

export default function ImportDialog() {
  const { t } = useTranslation(["exchange", "common"]);
  const [chosen, setChosen] = useState<ChosenImport>();
  const work = useWork();
  const [isReading, setReading] = useState(true);
  const room = useRef<HTMLDivElement>(null);
  const choose = (what: "files" | "folder") =>
    work.begin(async (work_id) => {
      setReading(true);
      const found = await call("exchange.choose", { work_id, what });
      if (found !== null) setChosen(found);
    });
  const bringIn = ({ import_id }: ChosenImport) =>
    work.begin(async (work_id) => {
      setReading(false);
      const done = await call("exchange.import", { import_id, work_id });
      if (done === null) return;
      closeDialog();
      tellDone(done);
    });
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("import.title")}
      className="exchange-dialog"
      initialFocus={room}
    >
      <div ref={room} className="exchange" tabIndex={-1}>
        {work.failure === undefined ? null : (
          <FailureBar dismiss={t("common:dismiss")} onDismiss={work.dismiss}>
            <FailureWords failure={toErrorInfo(work.failure)} />
          </FailureBar>
        )}
        <p>{t("import.intro")}</p>
        {chosen === undefined ? null : <Found chosen={chosen} />}
        <Actions work={work} isReading={isReading} chosen={chosen} onChoose={choose} onImport={bringIn} />
      </div>
    </Dialog>
  );
}

const isNew = ({ there }: FoundSession): boolean => !there;

function Found({ chosen: { sessions, broken, files, left } }: { chosen: ChosenImport }) {
  const { t } = useTranslation("exchange");
  const fresh = sessions.filter(isNew);
  const there = sessions.length - fresh.length;
  const grown = fresh.filter((one) => one.grown).length;
  return (
    <div className="exchange-found" aria-live="polite">
      {fresh.length === 0 ? <p>{t("import.nothing")}</p> : null}
      <List name={t("import.files")} of={files.length > 1 ? files : []}>
        {(one) => <FileLine file={one} />}
      </List>
      <List name={t("import.found", { count: fresh.length })} of={fresh}>
        {(one) => <SessionLine session={one} />}
      </List>
      {grown === 0 ? null : <p className="exchange-facts">{t("import.grown", { count: grown })}</p>}
      {there === 0 ? null : <p className="exchange-facts">{t("import.there", { count: there })}</p>}
      <List name={t("import.broken", { count: broken.length })} of={broken}>
        {(one) => <BrokenLine broken={one} />}
      </List>
      <List name={t("import.left", { count: left.count })} of={left.names} count={left.count}>
        {(one) => <bdi>{one}</bdi>}
      </List>
    </div>
  );
}

interface ListProps<Of> {
  name: string;
  of: readonly Of[];
  /** The number of all entries, where `of` has only the first. */
  count?: number;
  children: (one: Of) => ReactNode;
}

function List<Of>({ name, of, count = of.length, children }: ListProps<Of>) {
  const { t } = useTranslation("exchange");
  const id = useId();
  if (of.length === 0) return null;
  return (
    <section>
      <h3 id={id}>{name}</h3>
      <ul className="exchange-list" aria-labelledby={id}>
        {of.slice(0, MOST_SHOWN).map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes.
          <li key={at}>{children(one)}</li>
        ))}
      </ul>
      {count > MOST_SHOWN ? (
        <p className="exchange-facts">{t("import.more", { count: count - MOST_SHOWN })}</p>
      ) : null}
    </section>
  );
}

function SessionLine({ session: { title, created_at, messages, trashed } }: { session: FoundSession }) {
  const { t } = useTranslation(["storage", "exchange"]);
  return (
    <>
      <span className="one-line" dir="auto" title={title}>
        {title}
      </span>
      <span className="exchange-facts">
        {trashed ? `${t("exchange:import.trashed")} · ` : ""}
        {t("messages", { count: messages })} · {momentTime(created_at, Date.now())}
      </span>
    </>
  );
}

function FileLine({ file: { name, sessions, there, broken } }: { file: FoundFile }) {
  const { t } = useTranslation("exchange");
  const facts = [
    ...(sessions === 0 ? [] : [t("import.file.new", { count: sessions })]),
    ...(there === 0 ? [] : [t("import.file.there", { count: there })]),
    ...(broken === 0 ? [] : [t("import.file.broken", { count: broken })]),
  ];
  return (
    <>
      <bdi>{name}</bdi>
      <span className="exchange-facts">{facts.join(", ")}</span>
    </>
  );
}

function BrokenLine({ broken: { name, line, reason } }: { broken: FoundBroken }) {
  const { t } = useTranslation("exchange");
  const inWords = useInWords();
  return (
    <>
      <bdi>{line === undefined ? name : t("import.place", { name, line })}</bdi>
      <span className="exchange-facts">{inWords(reason)}</span>
    </>
  );
}

interface ActionsProps {
  work: Work;
  /** The work under way only reads the files. */
  isReading: boolean;
  chosen: ChosenImport | undefined;
  onChoose: (what: "files" | "folder") => void;
  onImport: (chosen: ChosenImport) => void;
}

function Actions({ work, isReading, chosen, onChoose, onImport }: ActionsProps) {
  const { t } = useTranslation(["exchange", "common"]);
  const fresh = chosen?.sessions.filter(isNew) ?? [];
  const count = fresh.length;
  const trashed = fresh.filter((one) => one.trashed).length;
  if (work.underWay)
    return (
      <div className="exchange-actions">
        <WorkProgress
          name={t(isReading ? "import.reading" : "import.under-way")}
          share={work.share}
          cancelLabel={t("common:cancel")}
          onCancel={work.cancel}
        />
      </div>
    );
  return (
    <div className="exchange-actions">
      <ActionButton onClick={() => onChoose("folder")}>{t("import.folder")}</ActionButton>
      <ActionButton onClick={() => onChoose("files")}>
        {t(chosen === undefined ? "import.choose" : "import.others")}
      </ActionButton>
      {chosen === undefined || count === 0 ? null : (
        <ActionButton primary onClick={() => onImport(chosen)}>
          {t(trashed === 0 ? "import.bring-in" : "import.bring-in-trashed", { count, trashed })}
        </ActionButton>
      )}
    </div>
  );
}

function tellDone({ undo_id, session_id, sessions, trashed }: Imported) {
  // Another window has brought all of it in meanwhile.
  if (undo_id === undefined) return showDone({ words: () => words("exchange:import.nothing") });
  if (session_id !== undefined) showSession(session_id);
  const count = sessions + trashed;
  const told = () => words("exchange:import.done", { count });
  const toldTrash = () => words("exchange:import.done-trashed", { count: trashed });
  showDone({
    words: () => (trashed === 0 ? told() : `${told()}. ${toldTrash()}`),
    ...(sessions === 0
      ? {}
      : {
          undoes: true,
          action: { name: () => words("exchange:import.undo"), run: () => doing(() => takeBack(undo_id)) },
        }),
  });
}

async function takeBack(id: number) {
  dismissDone();
  await call("undo.last", { id });
  // The button that was pressed goes with its notice.
  if (!isDialogInFront()) mainThread.focusComposer();
  showDone({ words: () => words("exchange:import.undone") });
}
