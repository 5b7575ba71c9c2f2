/** One line of the bench's table. */
export interface Figure {
  /** Which measurement it belongs to, as `--only` names it. */
  readonly measurement: string
  readonly name: string
  readonly ours: number
  readonly unit: string
  /** What `ours` is compared with, and its value; null when the figure stands alone. */
  readonly counterpart: { readonly name: string; readonly value: number } | null
  /** `ours` relative to the counterpart; null without one. */
  readonly ratio: number | null
  readonly aim: Aim | null
  /** How the figure was measured, for the reader. */
  readonly note?: string
}

export interface Aim {
  /** Whether `value` is the lower or the upper limit of the ratio, or of the figure itself if there is no ratio. */
  readonly is: 'at least' | 'at most'
  readonly value: number
}

/** `ok`, `miss`, or `-` if there is no aim. */
export function verdictOf({ ours, ratio, aim }: Figure): 'ok' | 'miss' | '-' {
  if (aim === null) return '-'
  const measured = ratio ?? ours
  const isReached = aim.is === 'at least' ? measured >= aim.value : measured <= aim.value
  return isReached ? 'ok' : 'miss'
}

/** The figures as a text table. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, ours, unit, counterpart, ratio, aim } = figure
    return [
      name,
      `${round(ours)} ${unit}`,
      counterpart === null ? '-' : `${round(counterpart.value)} ${unit} (${counterpart.name})`,
      ratio === null ? '-' : ratio.toFixed(2),
      aim === null ? '-' : `${aim.is === 'at least' ? '≥' : '≤'} ${aim.value}`,
      verdictOf(figure),
    ]
  })
  const lines = [['figure', 'ours', 'counterpart', 'ratio', 'aim', ''], ...rows]
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Half of the values lie below it. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The smallest value that at least `percent` per cent of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('There are no values to take a percentile of')
  return value
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
