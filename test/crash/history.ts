import type { InteractionType } from '#domain/vocabulary.ts'

/** A report as stored in the database. */
export interface StoredReport {
  readonly id: string
  readonly userId: string
  readonly postId: string
  readonly type: InteractionType
  readonly isUndone: boolean
}

export interface ReportRequest {
  readonly userId: string
  readonly postId: string
  readonly type: InteractionType
}

/**
 * The answers that clients received from a server that may die at any moment. An answered write has happened. An
 * unanswered one may have happened, until `settle` looks it up in the database. From then on it is certain too.
 */
export class History {
  /** How often each report was answered, including those that were undone. */
  readonly #reports = new Map<string, number>()
  readonly #undone = new Set<string>()
  readonly #unansweredReports = new Map<string, number>()
  readonly #unansweredUndos = new Set<string>()
  answered = 0
  unanswered = 0

  reportAnswered(request: ReportRequest): void {
    this.answered++
    add(this.#reports, keyOf(request), 1)
  }

  reportUnanswered(request: ReportRequest): void {
    this.unanswered++
    add(this.#unansweredReports, keyOf(request), 1)
  }

  undoAnswered(id: string): void {
    this.answered++
    this.#undone.add(id)
  }

  undoUnanswered(id: string): void {
    this.unanswered++
    this.#unansweredUndos.add(id)
  }

  /** Lists where the database differs from the answers, and learns the outcome of the unanswered writes. */
  settle(stored: readonly StoredReport[]): string[] {
    const differences: string[] = []
    const found = new Map<string, number>()
    for (const report of stored) {
      add(found, keyOf(report), 1)
      if (this.#undone.has(report.id) && !report.isUndone)
        differences.push(`the undo of ${report.id} is lost`)
      if (report.isUndone && !this.#undone.has(report.id) && !this.#unansweredUndos.has(report.id)) {
        differences.push(`${report.id} is undone, but nobody undid it`)
      }
      if (report.isUndone) this.#undone.add(report.id)
    }
    for (const key of new Set([...found.keys(), ...this.#reports.keys()])) {
      const least = this.#reports.get(key) ?? 0
      const most = least + (this.#unansweredReports.get(key) ?? 0)
      const present = found.get(key) ?? 0
      if (present < least) differences.push(`${least - present} answered reports are lost: ${key}`)
      if (present > most) differences.push(`${present - most} reports that nobody sent: ${key}`)
      this.#reports.set(key, present)
    }
    this.#unansweredReports.clear()
    this.#unansweredUndos.clear()
    return differences
  }
}

function keyOf({ userId, postId, type }: ReportRequest): string {
  return `${userId} ${type} ${postId}`
}

function add(map: Map<string, number>, key: string, amount: number): void {
  map.set(key, (map.get(key) ?? 0) + amount)
}
