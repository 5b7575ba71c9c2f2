import classes from './bar-list.module.css'

interface Bar {
  readonly key: string
  readonly title: string
  readonly text?: string
  /** The bar's value as text. */
  readonly value: string
  /** The bar's length, from 0 to 1. */
  readonly part: number
}

interface BarListProps {
  readonly label: string
  readonly bars: readonly Bar[]
}

/** A list of labelled values, each with a bar that compares it with the others. */
export function BarList({ label, bars }: BarListProps) {
  return (
    <ol className={classes.list} aria-label={label}>
      {bars.map(({ key, title, text, value, part }) => (
        <li key={key}>
          <div className={classes.line}>
            <span className={classes.title}>{title}</span>
            <span className={classes.value}>{value}</span>
          </div>
          {text && (
            <p className={classes.text} title={text}>
              {text}
            </p>
          )}
          <div className={classes.track} aria-hidden>
            <div className={classes.bar} style={{ width: `${part * 100}%` }} />
          </div>
        </li>
      ))}
    </ol>
  )
}
