import { BarChart } from '@mantine/charts'
import classes from './bars.module.css'

export interface Series<Key extends string> {
  readonly key: Key
  readonly name: string
  readonly color: string
}

export interface BarsProps<Key extends string> {
  readonly series: readonly Series<Key>[]
  /** The bars from left to right, each with the label below it. */
  readonly rows: readonly (Readonly<Record<Key, number>> & { readonly label: string })[]
}

/** A stacked bar chart of whole numbers. It fills the height of its container. */
export function Bars<Key extends string>({ series, rows }: BarsProps<Key>) {
  return (
    <BarChart
      h="100%"
      data={[...rows]}
      dataKey="label"
      type="stacked"
      series={series.map(({ key, name, color }) => ({ name: key, label: name, color }))}
      maxBarWidth={32}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      yAxisProps={{ allowDecimals: false, width: 44 }}
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 16 }}
      // Leaves room on the right for the last label when a reader has widened the letter spacing.
      barChartProps={{ margin: { top: 8, right: 16, bottom: 4, left: 0 } }}
      valueFormatter={(value) => value.toLocaleString('en-US')}
      // The table beside the chart gives the same numbers to those who cannot use a pointer.
      accessibilityLayer={false}
      classNames={classes}
    />
  )
}
