import classes from './bar-list.module.css'

interface Bar {
  readonly key: string
  readonly title: string
  readonly text?: string
  /** What the bar stands for, in words. */
  readonly value: string
  /** How long the bar is, from 0 to 1. */
  readonly part: number
}

interface BarListProps {
  readonly label: string
  readonly bars: readonly Bar[]
}

/** Things with a figure each, and a bar that shows how large it is beside the others. */
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
