import { BarChart } from '@mantine/charts'
import classes from './bars.module.css'

export interface Series<Key extends string> {
  readonly key: Key
  readonly name: string
  readonly color: string
}

export interface BarsProps<Key extends string> {
  readonly series: readonly Series<Key>[]
  /** Bars from left to right, with what stands below each. */
  readonly rows: readonly (Readonly<Record<Key, number>> & { readonly label: string })[]
}

/** Bars of whole numbers, those of one place stacked. They are as high as what they stand in. */
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
      // At the right, room for the last label of a reader who has letters set wide.
      barChartProps={{ margin: { top: 8, right: 16, bottom: 4, left: 0 } }}
      valueFormatter={(value) => value.toLocaleString('en-US')}
      // A table beside it says the same to those who cannot point at it.
      accessibilityLayer={false}
      classNames={classes}
    />
  )
}
