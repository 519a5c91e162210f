/** A list of things to do: how far it is, and the present one. It opens to all of them. */
import { Ban, Circle, CircleCheck, CircleDot } from "lucide-react";
import type { TodoItem } from "../../../src-preload/contract/domain/tools";
import { useTranslation } from "../../platform/language/use-translation";
import { progressOf } from "./progress";
import "./todos.css";

const ICONS = { pending: Circle, in_progress: CircleDot, completed: CircleCheck, cancelled: Ban } as const;
/** More things are not drawn. */
const MOST = 200;

function Item({ todo: { text, status } }: { todo: TodoItem }) {
  const { t } = useTranslation("tools");
  const Icon = ICONS[status];
  return (
    <li className="todo" data-status={status}>
      <Icon aria-hidden="true" />
      <span className="unseen">{`${t(`todos.status.${status}`)}: `}</span>
      <bdi>{text}</bdi>
    </li>
  );
}

export function TodoList({ todos }: { todos: readonly TodoItem[] }) {
  const { t } = useTranslation("tools");
  const { done, count, current } = progressOf(todos);
  return (
    <details className="fold todos">
      <summary>
        <span className="todos-count">{t("todos.done", { done, count })}</span>
        {current === undefined ? null : (
          <>
            <span aria-hidden="true">·</span>
            <span className="one-line">
              <bdi>{current}</bdi>
            </span>
          </>
        )}
      </summary>
      <ul className="todos-list" aria-label={t("todos.list")}>
        {todos.slice(0, MOST).map((todo, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list comes as a whole; two things may have the same words.
          <Item key={at} todo={todo} />
        ))}
      </ul>
    </details>
  );
}
