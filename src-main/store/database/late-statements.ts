/**
 * Statements that are compiled at their first use. A connection has more than two hundred, a start needs a few of them, and compiling all
 * held the first window up (docs/benchmarks.md, "starting").
 */
import type { Database, Statement } from "better-sqlite3";

/** Lets the connection compile late what is prepared from now on. A mistake in a statement's text is told by its first use. */
export function compileLate(db: Database): void {
  const compile = db.prepare.bind(db) as (sql: string) => Statement;
  db.prepare = ((sql: string) => late(() => compile(sql))) as Database["prepare"];
}

type LateStatement = Pick<Statement, "run" | "get" | "all" | "iterate" | "pluck" | "raw">;

function late(compile: () => Statement): LateStatement {
  let compiled: Statement | undefined;
  const statement = () => {
    compiled ??= compile();
    return compiled;
  };
  return {
    run: (...values) => statement().run(...values),
    get: (...values) => statement().get(...values),
    all: (...values) => statement().all(...values),
    iterate: (...values) => statement().iterate(...values),
    pluck: (...on) => late(() => statement().pluck(...on)) as Statement,
    raw: (...on) => statement().raw(...on),
  };
}
