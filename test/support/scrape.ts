import { metricsPath } from '#contract/metrics.ts'
import type { TestApp } from '#test/support/app.ts'

/** One series at one moment. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** What a product on this machine tells Prometheus now. */
export async function scrape(t: TestApp): Promise<Sample[]> {
  const { status, text } = await t.request('GET', metricsPath)
  if (status !== 200) throw new Error(`The metrics got status ${status}`)
  return samplesIn(text)
}

/** The value of the series with at least these labels; null when there is none. */
export function seriesValue(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | null {
  const found = samples.find(
    (each) =>
      each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
  )
  return found ? found.value : null
}

/** Reads the text format of Prometheus. Throws at a line that it cannot read. */
export function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (value === undefined) throw new Error(`Not a sample: ${line}`)
      return { name, labels: labelsIn(labels), value: numberOf(value) }
    })
}

function labelsIn(text: string): Record<string, string> {
  const pairs = text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)
  return Object.fromEntries(Array.from(pairs, ([, name = '', value = '']) => [name, value]))
}

function numberOf(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY
  if (text === '-Inf') return Number.NEGATIVE_INFINITY
  return Number(text)
}
