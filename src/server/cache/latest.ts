/**
 * A map that keeps at least the `count` entries that were used last, and at most twice as many. Entries age in two
 * generations, because to reorder a map at each use costs more than the look-up.
 */
export class Latest<Key, Value> {
  readonly #count: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(count: number) {
    this.#count = count
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#count && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
