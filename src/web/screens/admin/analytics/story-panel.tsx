import type { CSSProperties } from 'react'
import type { Analytics } from '#contract/analytics.ts'
import { Faces } from '#web/parts/member/user-avatar.tsx'
import { inFigures } from './figures.ts'
import { storyOf } from './story.ts'
import * as classes from './story-panel.module.css'

const mostFaces = 5

/** The period in a sentence, beside the one before it. */
export function StoryPanel({ figures }: { readonly figures: Analytics }) {
  const { days, current, before, topMembers } = figures.period
  const { start, change, end, detail } = storyOf(figures)
  const most = Math.max(current.reports, before.reports, 1)
  return (
    <section className={classes.stage} aria-label="In short">
      <div>
        <h3 className={classes.headline}>
          {start}
          {change && (
            <em className={current.reports > before.reports ? classes.more : classes.fewer}>{change}</em>
          )}
          {end}
        </h3>
        <p className={classes.detail}>{detail}</p>
        {topMembers.length > 0 && (
          <p className={classes.faces}>
            <Faces people={topMembers.slice(0, mostFaces)} size={32} />
          </p>
        )}
      </div>
      <dl className={classes.bars}>
        <Bar name={`The ${days} days before`} reports={before.reports} share={before.reports / most} />
        <Bar
          name={`The last ${days} days`}
          reports={current.reports}
          share={current.reports / most}
          isCurrent
        />
      </dl>
    </section>
  )
}

interface BarProps {
  readonly name: string
  readonly reports: number
  /** From 0 to 1. */
  readonly share: number
  readonly isCurrent?: boolean
}

function Bar({ name, reports, share, isCurrent = false }: BarProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-current={isCurrent || undefined} style={{ '--share': share } as CSSProperties}>
        {inFigures(reports)} {reports === 1 ? 'report' : 'reports'}
      </dd>
    </div>
  )
}
