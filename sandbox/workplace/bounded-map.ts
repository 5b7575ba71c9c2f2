const mostEntries = 5_000

/** A map that forgets its oldest entries, for what each press of a button leaves behind. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>()

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value)
    if (this.#entries.size <= mostEntries) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}
