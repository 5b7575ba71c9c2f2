import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { TestApp } from '#test/support/app.ts'
import { evaluate, parsed, type Scrape } from '#test/support/promql.ts'
import { scrape } from '#test/support/scrape.ts'

export interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly Rule[] }[]
}

const file = new URL('../../deploy/prometheus/alerts.yaml', import.meta.url)
const millisecondsOf: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }
const target = { job: 'ovation', instance: 'a' }

export const rules: readonly Rule[] = (parse(readFileSync(file, 'utf8')) as RuleFile).groups.flatMap(
  (group) => group.rules,
)

/** A small Prometheus that watches one product on the product's own clock. */
export class AlertWatch {
  readonly #t: TestApp
  readonly #history: Scrape[] = []
  /** Since when each alert's expression has had a result without a break. */
  readonly #since = new Map<string, number>()

  constructor(t: TestApp) {
    this.#t = t
  }

  /** Moves the clock, scrapes, and returns the alerts that fire. */
  async step(ms: number, state: 'there' | 'silent' | 'not listed' = 'there'): Promise<string[]> {
    this.#t.clock.advance(ms)
    const atMs = this.#t.clock.now().getTime()
    this.#history.push({ atMs, samples: await this.#samples(state) })
    return rules.filter((rule) => this.#isFiring(rule, atMs)).map(({ alert }) => alert)
  }

  /** Takes equal steps, and returns the alerts that fire after the last one. */
  async steps(count: number, ms: number, between: () => unknown = () => undefined): Promise<string[]> {
    let firing: string[] = []
    for (let n = 0; n < count; n++) {
      await between()
      firing = await this.step(ms)
    }
    return firing
  }

  async #samples(state: 'there' | 'silent' | 'not listed') {
    if (state === 'not listed') return []
    if (state === 'silent') return [{ name: 'up', labels: target, value: 0 }]
    const samples = await scrape(this.#t)
    const placed = samples.map((each) => ({ ...each, labels: { ...each.labels, ...target } }))
    return placed.concat({ name: 'up', labels: target, value: 1 })
  }

  #isFiring({ alert, expr, for: pending = '0s' }: Rule, atMs: number): boolean {
    const found = evaluate(parsed(expr), { history: this.#history, atMs })
    if (typeof found === 'number') throw new Error(`${alert} is a number`)
    if (found.length === 0) {
      this.#since.delete(alert)
      return false
    }
    const since = this.#since.get(alert) ?? atMs
    this.#since.set(alert, since)
    return atMs - since >= durationMs(pending)
  }
}

function durationMs(text: string): number {
  const [, amount, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? []
  return Number(amount) * (millisecondsOf[unit] ?? Number.NaN)
}
