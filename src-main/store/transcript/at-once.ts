/** The verbs of a port as the store does them, within one task. */
export type AtOnce<Port> = {
  [Verb in keyof Port]: Port[Verb] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : never;
};
