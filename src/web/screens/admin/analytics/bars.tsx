import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import * as classes from './bars.module.css'
import { inFigures, ticksUpTo } from './figures.ts'

const height = 220
const foot = 198
const head = 6
const gap = 1.5
const widestBar = 32
const cardWidth = 150
const closestLabels = 50

export interface Series {
  readonly name: string
  readonly color: string
}

export interface BarRow {
  /** Under the bar. */
  readonly label: string
  /** On the card. */
  readonly title: string
  /** One number for each series, from the foot up. */
  readonly numbers: readonly number[]
  /** Lies on a quiet band, as weekends do. */
  readonly isQuiet?: boolean
}

export interface BarsProps {
  /** Names the chart for screen readers. */
  readonly label: string
  readonly series: readonly Series[]
  readonly rows: readonly BarRow[]
  /** A dashed line across at this number. */
  readonly line?: number
  /** From how many bars to how many there may be a label, closest first. */
  readonly labelSteps: readonly [number, ...number[]]
  /** Writes the number above each bar, and makes the last bar stand out. */
  readonly hasNumbers?: boolean
}

/**
 * A stacked bar chart of whole numbers. Pointing at a bar shows its numbers on a card, and so do the arrow keys; screen
 * readers read them as the value of a slider.
 */
export function Bars({ label, series, rows, line = 0, labelSteps, hasNumbers = false }: BarsProps) {
  const { ref, width } = useElementSize()
  const [shown, setShown] = useState<number | null>(null)
  const totals = rows.map(({ numbers }) => sumOf(numbers))
  const ticks = ticksUpTo(Math.max(line, ...totals))
  const plot = plotOf(width, ticks, rows.length)
  const longest = Math.max(...totals.map((total) => inFigures(total).length))
  const hasRoom = hasNumbers && plot.slot >= 8 + 8.5 * longest
  const labelEvery = labelSteps.find((every) => plot.slot * every >= closestLabels) ?? rows.length
  const pointed = ({ nativeEvent }: PointerEvent) => {
    const place = Math.floor((nativeEvent.offsetX - plot.left) / plot.slot)
    setShown(Math.min(Math.max(place, 0), rows.length - 1))
  }
  const pressed = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, { place: shown ?? rows.length - 1, last: rows.length - 1 })
    if (next === null) return
    event.preventDefault()
    setShown(next)
  }
  const row = shown === null ? undefined : rows[shown]
  return (
    <div
      ref={ref}
      className={classes.chart}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={rows.length}
      aria-valuenow={(shown ?? rows.length - 1) + 1}
      aria-valuetext={textOf(rows[shown ?? rows.length - 1], series)}
      onPointerMove={pointed}
      onPointerDown={pointed}
      onPointerLeave={() => setShown(null)}
      onFocus={() => setShown((before) => before ?? rows.length - 1)}
      onBlur={() => setShown(null)}
      onKeyDown={pressed}
    >
      {width > 0 && (
        <svg className={classes.drawing} width={width} height={height} aria-hidden="true">
          <Bands rows={rows} plot={plot} shown={shown} />
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={classes.grid} x1={plot.left} x2={width} y1={plot.y(tick)} y2={plot.y(tick)} />
              <text x={plot.left - 8} y={plot.y(tick) + 4} textAnchor="end">
                {inFigures(tick)}
              </text>
            </g>
          ))}
          {line > 0 && (
            <line className={classes.line} x1={plot.left} x2={width} y1={plot.y(line)} y2={plot.y(line)} />
          )}
          {rows.map(({ label: day, numbers }, place) => (
            <g key={day}>
              <Stack numbers={numbers} series={series} plot={plot} place={place} />
              {hasRoom && (totals[place] ?? 0) > 0 && (
                <text
                  className={classes.number}
                  x={plot.middle(place)}
                  y={plot.y(totals[place] ?? 0) - 6}
                  textAnchor="middle"
                >
                  {inFigures(totals[place] ?? 0)}
                </text>
              )}
              {place % labelEvery === 0 && (
                <text x={plot.middle(place)} y={216} textAnchor="middle">
                  {day}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
      {row && (
        <Card
          row={row}
          series={series}
          left={Math.min(Math.max(plot.middle(shown ?? 0) + plot.slot, 0), Math.max(width - cardWidth, 0))}
        />
      )}
    </div>
  )
}

type Plot = ReturnType<typeof plotOf>

/** Where everything lies in a chart of this width, in pixels. */
function plotOf(width: number, ticks: readonly number[], count: number) {
  const most = ticks.at(-1) ?? 1
  const left = 12 + 7 * inFigures(most).length
  const slot = Math.max(width - left, 1) / Math.max(count, 1)
  return {
    left,
    slot,
    bar: Math.min(slot * 0.68, widestBar),
    y: (value: number) => foot - (value / most) * (foot - head),
    middle: (place: number) => left + slot * (place + 0.5),
  }
}

interface BandsProps {
  readonly rows: readonly BarRow[]
  readonly plot: Plot
  readonly shown: number | null
}

function Bands({ rows, plot: { left, slot }, shown }: BandsProps) {
  return rows.map(({ label, isQuiet }, place) => {
    if (!isQuiet && place !== shown) return null
    return (
      <rect
        key={label}
        className={place === shown ? classes.pointed : classes.quiet}
        x={left + slot * place}
        y={0}
        width={slot}
        height={foot}
        rx={place === shown ? 4 : 0}
      />
    )
  })
}

interface StackProps {
  readonly numbers: readonly number[]
  readonly series: readonly Series[]
  readonly plot: Plot
  readonly place: number
}

function Stack({ numbers, series, plot, place }: StackProps) {
  const x = plot.middle(place) - plot.bar / 2
  const last = numbers.findLastIndex((number) => number > 0)
  return series.map(({ name, color }, level) => {
    const number = numbers[level] ?? 0
    if (number <= 0) return null
    const below = sumOf(numbers.slice(0, level))
    const bottom = plot.y(below) - (below > 0 ? gap : 0)
    const top = Math.min(plot.y(below + number), bottom - 1)
    const round = level === last ? Math.min(3, bottom - top, plot.bar / 2) : 0
    return <path key={name} data-bar d={shapeOf({ x, width: plot.bar, top, bottom, round })} fill={color} />
  })
}

interface Shape {
  readonly x: number
  readonly width: number
  readonly top: number
  readonly bottom: number
  /** The radius of the upper corners. */
  readonly round: number
}

function shapeOf({ x, width, top, bottom, round }: Shape): string {
  return `M${x} ${bottom}V${top + round}q0 ${-round} ${round} ${-round}h${width - 2 * round}q${round} 0 ${round} ${round}V${bottom}z`
}

interface CardProps {
  readonly row: BarRow
  readonly series: readonly Series[]
  /** Pixels. */
  readonly left: number
}

// The value of the slider says the same.
function Card({ row: { title, numbers }, series, left }: CardProps) {
  return (
    <div className={classes.card} style={{ left, width: cardWidth }} aria-hidden="true">
      <p className={classes.title}>{title}</p>
      {series.map(({ name, color }, level) => (
        <p key={name} className={classes.fact}>
          <i style={{ background: color }} />
          {name} <b>{inFigures(numbers[level] ?? 0)}</b>
        </p>
      ))}
      {series.length > 1 && (
        <p className={classes.fact} data-total>
          Total <b>{inFigures(sumOf(numbers))}</b>
        </p>
      )}
    </div>
  )
}

function textOf(row: BarRow | undefined, series: readonly Series[]): string {
  if (!row) return ''
  const parts = series.map(({ name }, level) => `${name} ${inFigures(row.numbers[level] ?? 0)}`)
  const total = series.length > 1 ? `, total ${inFigures(sumOf(row.numbers))}` : ''
  return `${row.title}: ${parts.join(', ')}${total}`
}

function placeAfter(key: string, { place, last }: { place: number; last: number }): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(place - 1, 0)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(place + 1, last)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
