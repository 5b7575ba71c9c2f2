import type { ReactNode } from 'react'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { inFigures } from './figures.ts'
import * as classes from './number-table.module.css'

interface NumberTableProps {
  readonly caption: string
  readonly heads: readonly string[]
  /** Each row starts with its label. */
  readonly rows: readonly (readonly [string, ...number[]])[]
  /** Beside the words that open it. */
  readonly link: ReactNode
}

/** The numbers behind a chart, in a table that opens below it. */
export function NumberTable({ caption, heads, rows, link }: NumberTableProps) {
  return (
    <div className={classes.foot}>
      <details>
        <summary className={classes.summary}>
          Show as a table<span className="visually-hidden">: {caption}</span>
        </summary>
        <ScrollRegion label={`${caption}, as a table`} className={classes.region}>
          <table className={classes.table}>
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...numbers]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {numbers.map((number, place) => (
                    <td key={heads[place + 1]}>{inFigures(number)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
      <div className={classes.link}>{link}</div>
    </div>
  )
}
