/** Names and their values, one line each. A hint says where a number comes from. */
import type { ReactNode } from "react";
import "./facts.css";

export function Fact({ name, hint, children }: { name: ReactNode; hint?: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>
        {name}
        {hint === undefined ? null : <span className="fact-hint"> {hint}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Facts({ title, hint, children }: { title?: string; hint?: string; children: ReactNode }) {
  return (
    <section className="facts">
      {title === undefined ? null : <h3 className="facts-title">{title}</h3>}
      <dl>{children}</dl>
      {hint === undefined ? null : <p className="facts-hint">{hint}</p>}
    </section>
  );
}
