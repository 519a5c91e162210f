/** The form in which an agent of the user is made or edited (AG-8). */
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { TOOL_NAMES } from "../../../src-preload/contract/domain/agent-tools";
import { LONGEST_DESCRIPTION, LONGEST_INSTRUCTIONS } from "../../../src-preload/contract/domain/agents";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import { THINKING_LEVELS } from "../../../src-preload/contract/domain/models";
import { say } from "../../platform/announce";
import { appInfo } from "../../platform/app-info";
import { CallError } from "../../platform/bridge";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { reportError } from "../../platform/notices";
import { once } from "../../platform/once";
import { modelKey } from "../../thread/model/model-choice";
import { Select } from "../../ui/select";
import { TextField } from "../../ui/text-field";
import { saveAgent } from "./agents-state";
import { type FormField, type FormTexts, MOST, readForm } from "./form-fields";
import { agentForm, endForm, noteTyped } from "./form-state";

interface AgentFormProps {
  texts: FormTexts;
  as_of: string | null;
  /** Names that other agents have. */
  taken: readonly string[];
}

/** Saves the form. Nobody is told of a mistake before the first attempt. */
function useSaving({ texts, as_of, taken }: AgentFormProps, form: RefObject<HTMLFormElement | null>) {
  const { t } = useTranslation("agents");
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<ErrorInfo>();
  const { agent, wrong } = readForm(texts, as_of === null ? taken : []);
  const save = async () => {
    setTried(true);
    if (wrong.size > 0) return form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    try {
      await once("save agent", () => saveAgent(agent, as_of));
      // The words typed meanwhile stay in the form.
      if (agentForm.getState().form?.texts === texts) endForm();
      say(t("page.saved", { name: agent.name }));
    } catch (failed) {
      if (failed instanceof CallError) setFailure(failed.info);
      else reportError(failed);
    }
  };
  return { save, failure, error: useComplaint(tried ? wrong : new Map()) };
}

export function AgentForm(props: AgentFormProps) {
  const { texts, as_of } = props;
  const { t } = useTranslation(["agents", "common"]);
  const isNew = as_of === null;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input:enabled, textarea")?.focus(), []);
  const { save, failure, error } = useSaving(props, form);
  const field = (name: Exclude<FormField, "instructions">) => ({
    value: texts[name],
    onChange: (value: string) => noteTyped({ [name]: value }),
    error: error(name),
  });
  return (
    <form
      ref={form}
      className="agent-form"
      aria-label={isNew ? t("agents:form.new") : t("agents:form.edit", { name: texts.name })}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3>{isNew ? t("agents:form.new") : t("agents:form.edit", { name: texts.name })}</h3>
      {isNew ? (
        <TextField
          label={t("agents:form.name")}
          hint={t("agents:form.name-hint")}
          spellCheck={false}
          {...field("name")}
        />
      ) : null}
      <TextField
        label={t("agents:form.description")}
        hint={t("agents:form.description-hint")}
        {...field("description")}
      />
      <Instructions text={texts.instructions} error={error("instructions")} />
      <Tools texts={texts} />
      <ModelAndThinking texts={texts} />
      <div className="agent-pair">
        <TextField label={t("agents:form.max_steps")} inputMode="numeric" {...field("max_steps")} />
        <TextField label={t("agents:form.token_budget")} inputMode="numeric" {...field("token_budget")} />
      </div>
      <p className="agents-facts">{t("agents:form.limit-hint")}</p>
      {failure === undefined ? null : (
        <p role="alert" className="agents-problem">
          <FailureWords failure={failure} />
        </p>
      )}
      <div className="form-foot">
        <button type="button" className="button button-quiet" onClick={endForm}>
          {t("common:cancel")}
        </button>
        <button type="submit" className="button button-primary" data-once="">
          {t("agents:form.save")}
        </button>
      </div>
    </form>
  );
}

function useComplaint(wrong: ReturnType<typeof readForm>["wrong"]) {
  const { t } = useTranslation("agents");
  return (field: FormField): string | undefined => {
    const why = wrong.get(field);
    if (why === undefined) return undefined;
    if (field === "name") return why === "taken" ? t("form.name-taken") : t("form.name-wrong");
    if (field === "description") return t("form.description-long", { most: LONGEST_DESCRIPTION });
    if (field === "instructions")
      return why === "none"
        ? t("form.instructions-none")
        : t("form.instructions-long", { most: LONGEST_INSTRUCTIONS });
    return t("form.limit-wrong", { most: MOST[field] });
  };
}

function Instructions({ text, error }: { text: string; error: string | undefined }) {
  const { t } = useTranslation("agents");
  const [label, hint, mistake] = [useId(), useId(), useId()];
  return (
    <div className="field">
      <label className="field-label" htmlFor={label}>
        {t("form.instructions")}
      </label>
      <p id={hint} className="field-hint">
        {t("form.instructions-hint")}
      </p>
      <textarea
        id={label}
        className="input agent-instructions"
        dir="auto"
        spellCheck
        aria-describedby={error === undefined ? hint : `${hint} ${mistake}`}
        aria-invalid={error !== undefined}
        value={text}
        onChange={(event) => noteTyped({ instructions: event.target.value })}
      />
      {error === undefined ? null : (
        <p id={mistake} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

function Tools({ texts: { tools, later } }: { texts: FormTexts }) {
  const { t } = useTranslation("agents");
  return (
    <fieldset className="agent-tools">
      <legend>{t("form.tools")}</legend>
      {TOOL_NAMES.map((tool) => (
        <label key={tool}>
          <input
            type="checkbox"
            checked={tools.includes(tool)}
            onChange={({ target }) =>
              noteTyped({
                tools: TOOL_NAMES.filter((name) => (name === tool ? target.checked : tools.includes(name))),
              })
            }
          />
          {t(`tool.${tool}`)}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={later}
          onChange={({ target }) => noteTyped({ later: target.checked })}
        />
        {t("form.later-tools")}
      </label>
      <p className="agents-facts agent-wide">{t("form.tools-hint")}</p>
    </fieldset>
  );
}

function ModelAndThinking({ texts: { model, thinking } }: { texts: FormTexts }) {
  const { t } = useTranslation(["agents", "models"]);
  const usable = useStore(appInfo, ({ info }) => info?.models) ?? [];
  const [modelLabel, thinkingLabel, hint] = [useId(), useId(), useId()];
  const options = usable
    .filter(({ ref, unavailable }) => unavailable === undefined || modelKey(ref) === model)
    .map(({ ref, label }) => ({ value: modelKey(ref), label }));
  const isListed = model === "" || options.some(({ value }) => value === model);
  return (
    <>
      <div className="agent-pair">
        <div className="field">
          <span id={modelLabel} className="field-label">
            {t("agents:form.model")}
          </span>
          <Select
            aria-labelledby={modelLabel}
            aria-describedby={hint}
            value={model}
            options={[
              { value: "", label: t("agents:form.model-none") },
              ...(isListed ? [] : [{ value: model, label: model }]),
              ...options,
            ]}
            onChange={(value) => noteTyped({ model: value })}
          />
        </div>
        <div className="field">
          <span id={thinkingLabel} className="field-label">
            {t("agents:form.thinking")}
          </span>
          <Select
            aria-labelledby={thinkingLabel}
            value={thinking}
            options={[
              { value: "", label: t("agents:form.thinking-none") },
              ...THINKING_LEVELS.map((level) => ({ value: level, label: t(`models:level.${level}`) })),
            ]}
            onChange={(value) => noteTyped({ thinking: value })}
          />
        </div>
      </div>
      <p id={hint} className="agents-facts">
        {t("agents:form.model-hint")}
      </p>
    </>
  );
}
