/** The rules of the open session: what it may do without asking, who allowed that, and how to take it back (PM-1, PM-2). */
import { useId, useRef } from "react";
import { useStore } from "zustand";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { PermissionsInForce } from "../../../src-preload/contract/domain/permissions";
import {
  type LedgerEntry,
  type ListedRule,
  PERMISSION_MODES,
  type PermissionMode,
} from "../../../src-preload/contract/domain/permissions";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { momentTime } from "../../platform/language/moments";
import { useTranslation } from "../../platform/language/use-translation";
import { once } from "../../platform/once";
import { relativeTo } from "../../platform/paths";
import { visible } from "../../platform/visible";
import { doing } from "../../thread/actions";
import { NotRead, useReading } from "../../thread/not-read";
import { mainThread } from "../../thread/thread";
import { Select } from "../../ui/select";
import { inForce, readPermissions, setMode } from "./in-force";
import "./permissions-page.css";

/** The decisions that are listed. */
const NEWEST = 50;

export function PermissionsPage() {
  const { t } = useTranslation("permissions");
  const session_id = useStore(mainThread.view, (state) => state.session_id) ?? undefined;
  const permissions = useStore(inForce, (state) =>
    state.session_id === session_id ? state.permissions : undefined,
  );
  const { failed, again } = useReading(session_id, async () => {
    if (session_id !== undefined) await readPermissions(session_id);
  });
  if (session_id === undefined) return <p className="permissions-hint">{t("page.no-session")}</p>;
  if (permissions === undefined && failed) return <NotRead onAgain={again} />;
  if (permissions === undefined) return <div className="permissions" aria-busy="true" />;
  return (
    <div className="permissions">
      <Mode session_id={session_id} permissions={permissions} />
      <Rules session_id={session_id} rules={permissions.rules} />
      <Ledger ledger={permissions.ledger} folder={permissions.workspace_root} />
    </div>
  );
}

interface OfSession {
  session_id: SessionId;
}

function Mode({ session_id, permissions }: OfSession & { permissions: PermissionsInForce }) {
  const { t } = useTranslation("permissions");
  const label = useId();
  const { workspace_root, mode } = permissions;
  if (workspace_root === undefined) return <p className="permissions-hint">{t("page.no-folder")}</p>;
  return (
    <section>
      <h3 id={label}>{t("page.mode")}</h3>
      <p className="permissions-hint">
        <bdi>{workspace_root}</bdi>
      </p>
      <Select<PermissionMode>
        aria-labelledby={label}
        value={mode}
        options={PERMISSION_MODES.map((value) => ({
          value,
          label: t(`mode.${value}`),
          hint: t(`mode.hint.${value}`),
        }))}
        onChange={(chosen) => doing(() => setMode(session_id, workspace_root, chosen))}
      />
    </section>
  );
}

function Rules({ session_id, rules }: OfSession & { rules: readonly ListedRule[] }) {
  const { t } = useTranslation("permissions");
  const heading = useRef<HTMLHeadingElement>(null);
  const takeBack = ({ permission, pattern, action, source }: ListedRule) => {
    if (source !== "session" && source !== "project") return;
    const rule = { permission, pattern, action, source };
    const remove = async () => {
      await call("permission.remove", { session_id, rule });
      // The pressed button goes away.
      heading.current?.focus();
      say(t("page.taken-back"));
      await readPermissions(session_id);
    };
    doing(() => once(`take back ${JSON.stringify(rule)}`, remove));
  };
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {t("page.rules")}
      </h3>
      {rules.length === 0 ? <p className="permissions-hint">{t("page.no-rules")}</p> : null}
      <ul className="permissions-list">
        {rules.map((rule) => (
          <Rule
            key={`${rule.source} ${rule.action} ${rule.permission} ${rule.pattern}`}
            rule={rule}
            onTakeBack={() => takeBack(rule)}
          />
        ))}
      </ul>
    </section>
  );
}

function Rule({ rule, onTakeBack }: { rule: ListedRule; onTakeBack: () => void }) {
  const { t } = useTranslation("permissions");
  const { permission, pattern, action, source, added_at, used } = rule;
  const facts = [
    t(`page.source.${source}`),
    ...(added_at === undefined ? [] : [t("page.since", { time: momentTime(added_at, Date.now()) })]),
    t("page.used", { count: used }),
  ];
  return (
    <li>
      <div className="permissions-what">
        <span className="permissions-action" data-action={action}>
          {t(`page.action.${action}`)}
        </span>{" "}
        {t(`page.kind.${permission}`)} <code dir="ltr">{visible(pattern)}</code>
        <div className="permissions-facts">{facts.join(" · ")}</div>
      </div>
      {source === "session" || source === "project" ? (
        <button
          type="button"
          className="button"
          data-once=""
          aria-label={t("page.take-back-one", { pattern })}
          onClick={onTakeBack}
        >
          {t("page.take-back")}
        </button>
      ) : null}
    </li>
  );
}

function Ledger({ ledger, folder }: { ledger: readonly LedgerEntry[]; folder: string | undefined }) {
  const { t } = useTranslation("permissions");
  return (
    <section>
      <h3>{t("page.ledger")}</h3>
      {ledger.length === 0 ? <p className="permissions-hint">{t("page.no-ledger")}</p> : null}
      <ul className="permissions-list">
        {ledger.slice(0, NEWEST).map(({ id, permission, target, decision, decided_at }) => (
          <li key={id}>
            <div className="permissions-what">
              {t(`page.kind.${permission}`)} <code dir="ltr">{visible(relativeTo(folder, target))}</code>
              <div className="permissions-facts">
                {t(`page.decision.${decision}`)} · {momentTime(decided_at, Date.now())}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
