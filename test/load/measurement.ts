import type { Figure } from './figures.ts'

/** What a measurement works with; it closes what it opens by `later`, the newest first. */
export interface Bench {
  /** Address of a new, empty database on a PostgreSQL that forces its writes to the disk. */
  newDatabase(): Promise<string>
  /** A new, empty folder on the disk. */
  newFolder(): Promise<string>
  later(close: () => Promise<void> | void): void
  /** Tells how far it is. */
  say(text: string): void
}

export type Measurement = (bench: Bench) => Promise<Figure[]>
