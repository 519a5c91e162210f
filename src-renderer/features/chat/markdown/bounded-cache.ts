/** Keeps values that may be wanted again, up to a weight. The least recently used one is dropped first. */
export class BoundedCache<Value> {
  readonly #most: number;
  readonly #entries = new Map<string, { value: Value; weight: number }>();
  #weight = 0;

  /** `most`: the greatest total weight, in any unit. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, weight: number): void {
    this.#weight += weight - (this.#entries.get(key)?.weight ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { value, weight });
    for (const [oldest, { weight }] of this.#entries) {
      if (this.#weight <= this.#most) return;
      this.#entries.delete(oldest);
      this.#weight -= weight;
    }
  }
}
