import { type Random, randomNumbers } from '#sandbox/sample/random-numbers.ts'

/** Draws that are the same for the same seed. */
export class Chance {
  readonly #random: Random

  constructor(seed: string) {
    this.#random = randomNumbers(seed)
  }

  /** True in this share of the draws. */
  is(share: number): boolean {
    return this.#random() < share
  }

  /** A whole number from zero, below this one. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined && items.length === 0) throw new Error('There is nothing to pick')
    return item as Item
  }
}
