/** Model servers on this computer. The page looks for them once, offers them with a click, and never watches them. */

import { useState } from "react";
import { useStore } from "zustand";
import type { LocalServer } from "../../../src-preload/contract/domain/providers";
import { useTranslation } from "../../platform/language/use-translation";
import { reportError } from "../../platform/notices";
import { freeId } from "./presets";
import { addProvider, findLocal, providersState } from "./providers-state";

const ids = { Ollama: "ollama", "LM Studio": "lm-studio", "llama.cpp": "llama-cpp" } as const;

const withoutSlash = (address: string) => address.replace(/\/$/, "");

export function LocalServers({ onUsed }: { onUsed?: () => void }) {
  const { t } = useTranslation("providers");
  const local = useStore(providersState, (state) => state.local);
  const view = useStore(providersState, (state) => state.view);
  const known = view?.providers.map(({ address }) => withoutSlash(address)) ?? [];
  const offered = local?.filter(({ base_url }) => !known.includes(withoutSlash(base_url)));
  if (offered === undefined) return <p className="provider-note">{t("local.looking")}</p>;
  if (local !== undefined && local.length > 0 && offered.length === 0) return null;
  if (offered.length === 0)
    return (
      <p className="provider-note">
        {t("local.none")}{" "}
        <button type="button" className="button button-link" onClick={() => void findLocal()}>
          {t("local.again")}
        </button>
      </p>
    );
  return (
    <ul className="local-servers">
      {offered.map((server) => (
        <Server key={server.base_url} server={server} onUsed={onUsed} />
      ))}
    </ul>
  );
}

function Server({ server, onUsed }: { server: LocalServer; onUsed: (() => void) | undefined }) {
  const { t } = useTranslation("providers");
  const [adding, setAdding] = useState(false);
  const { name, type, base_url, models, model_count } = server;
  const use = async () => {
    setAdding(true);
    const taken = providersState.getState().view?.providers.map(({ id }) => id) ?? [];
    try {
      await addProvider({ id: freeId(ids[name], taken), type, base_url, key: "", keep: "run" });
      onUsed?.();
    } catch (error) {
      reportError(error);
      setAdding(false);
    }
  };
  const names = models.join(", ");
  const listed = model_count > models.length ? t("local.and-more", { models: names }) : names;
  return (
    <li>
      <span dir="auto">
        {model_count === 0
          ? t("local.found_zero", { name })
          : t("local.found", { count: model_count, name, models: listed })}
      </span>
      <button type="button" className="button" disabled={adding} onClick={() => void use()}>
        {t("local.use", { name })}
      </button>
    </li>
  );
}
