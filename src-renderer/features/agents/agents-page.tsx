/** The settings page of agents (AG-8): Braid's, the user's own, and those of the folder of the session that is shown. */
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { AgentChoice, AgentProblem } from "../../../src-preload/contract/domain/agents";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { once } from "../../platform/once";
import { visible } from "../../platform/visible";
import { doing } from "../../thread/actions";
import { NotRead } from "../../thread/not-read";
import { mainThread } from "../../thread/thread";
import { AgentForm } from "./agent-form";
import { agentHint, agentLabel, removeAgent, saveAgent, useAgents } from "./agents-state";
import { agentForm, beginCopy, beginEdit, beginNew } from "./form-state";
import "./agents.css";

export function AgentsPage() {
  const { t } = useTranslation("agents");
  const folder = useStore(
    mainThread.view,
    ({ view, workspace_root }) => view?.session.workspace_root ?? workspace_root,
  );
  const { list, failed, again } = useAgents(folder);
  const form = useStore(agentForm, (state) => state.form);
  const heading = useRef<HTMLParagraphElement>(null);
  const [deleted, setDeleted] = useState<AgentChoice>();
  const wasOpen = useRef(form !== undefined);
  useEffect(() => {
    // The form took the button along that had the focus.
    if (wasOpen.current && form === undefined) heading.current?.focus();
    wasOpen.current = form !== undefined;
  }, [form]);
  if (list === undefined && failed) return <NotRead onAgain={again} />;
  if (list === undefined) return <p className="agents-about">{t("page.loading")}</p>;
  const taken = [
    ...list.agents,
    ...list.problems.map(({ file }) => ({ name: file.replace(/\.md$/, "") })),
  ].map(({ name }) => name);
  if (form !== undefined)
    return (
      <div className="agents-page">
        <AgentForm {...form} taken={taken} />
      </div>
    );
  const remove = (agent: AgentChoice) =>
    doing(() =>
      once(`delete agent ${agent.name}`, async () => {
        await removeAgent(agent);
        setDeleted(agent);
        heading.current?.focus();
        say(t("page.deleted", { name: agent.name }));
      }),
    );
  return (
    <div className="agents-page">
      <p ref={heading} tabIndex={-1} className="agents-about">
        {t("page.about")}
      </p>
      <div className="agents-actions">
        <button type="button" className="button button-primary" onClick={beginNew}>
          {t("page.new")}
        </button>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => doing(() => call("agents.open_file", {}))}
        >
          {t("page.open-folder")}
        </button>
      </div>
      {deleted === undefined ? null : <Deleted agent={deleted} onDone={() => setDeleted(undefined)} />}
      <ul className="agents-list" aria-label={t("page.list")}>
        {list.agents.map((agent) => (
          <Row key={agent.name} agent={agent} taken={taken} onDelete={() => remove(agent)} />
        ))}
      </ul>
      {list.problems.length === 0 ? null : <Problems problems={list.problems} />}
    </div>
  );
}

interface RowProps {
  agent: AgentChoice;
  taken: readonly string[];
  onDelete: () => void;
}

function Row({ agent, taken, onDelete }: RowProps) {
  const { t } = useTranslation("agents");
  const { name, origin, narrows } = agent;
  const label = agentLabel(name);
  const facts = [
    t(`origin.${origin}`),
    ...(narrows === undefined ? [] : [t("page.narrows", { name: agentLabel(narrows) })]),
    ...[agentHint(agent)].filter((hint) => hint !== ""),
  ];
  return (
    <li>
      <div className="agents-what">
        <bdi className="agents-name">{label}</bdi>
        <div className="agents-facts">
          <bdi>{facts.join(" · ")}</bdi>
        </div>
      </div>
      <div className="agents-actions">
        {origin === "user" ? (
          <button
            type="button"
            className="button"
            aria-label={t("page.edit-one", { name: label })}
            onClick={() => beginEdit(agent)}
          >
            {t("page.edit")}
          </button>
        ) : null}
        <button
          type="button"
          className="button"
          aria-label={t("page.duplicate-one", { name: label })}
          onClick={() => beginCopy(agent, taken)}
        >
          {t("page.duplicate")}
        </button>
        {origin === "user" ? (
          <button
            type="button"
            className="button"
            data-once=""
            aria-label={t("page.delete-one", { name: label })}
            onClick={onDelete}
          >
            {t("page.delete")}
          </button>
        ) : null}
      </div>
    </li>
  );
}

/** Puts the agent back as it was, unless there is another one of its name by then. */
function Deleted({ agent, onDone }: { agent: AgentChoice; onDone: () => void }) {
  const { t } = useTranslation("agents");
  const putBack = () =>
    doing(() =>
      once(`put agent back ${agent.name}`, async () => {
        await saveAgent(agent, null);
        onDone();
      }),
    );
  return (
    <p className="agents-about">
      {t("page.deleted", { name: agent.name })}{" "}
      <button type="button" className="button" data-once="" onClick={putBack}>
        {t("page.put-back")}
      </button>
    </p>
  );
}

function Problems({ problems }: { problems: readonly AgentProblem[] }) {
  const { t } = useTranslation("agents");
  const inWords = useInWords();
  return (
    <section>
      <h3>{t("page.problems")}</h3>
      <ul className="agents-list">
        {problems.map(({ origin, file, reason }) => (
          <li key={`${origin} ${file} ${JSON.stringify(reason)}`}>
            <div className="agents-what">
              <bdi className="agents-name">{visible(file)}</bdi>
              <div className="agents-problem">
                <bdi>{visible(inWords(reason))}</bdi>
              </div>
              <div className="agents-facts">{t(`origin.${origin}`)}</div>
            </div>
            {origin === "user" && file !== "" ? (
              <button
                type="button"
                className="button"
                onClick={() => doing(() => call("agents.open_file", { file }))}
              >
                {t("page.open-file", { file })}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
