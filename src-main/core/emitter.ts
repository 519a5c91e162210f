/** A typed emitter: listeners are told at once, in the order in which they came. */
export class Emitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  /** Returns the function that stops listening. */
  on(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }
}
