import { CodeBlock } from "./code-block";
export const isDiagram = (info: string): boolean => info.toLowerCase() === "mermaid";
export function Diagram({ source }: { source: string }) {
  return <CodeBlock code={source} info="mermaid" open={false} />;
}
