import type { AuditEntry } from '#contract/audit.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { absoluteTime, counted } from '#web/ui/time-words.ts'
import * as classes from './audit-columns.module.css'
import { actionText, type Fact, factsOf, subjectText } from './audit-words.ts'

const mostOpenFacts = 4

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    name: 'When',
    kind: 'row header',
    cell: ({ createdAt }) => (
      <span className={classes.when}>
        <time dateTime={createdAt}>{absoluteTime(createdAt)}</time>
      </span>
    ),
  },
  {
    name: 'Who',
    isOnPhone: true,
    cell: ({ actor }) =>
      actor ? (
        <PersonName person={actor} className={classes.who} />
      ) : (
        <span className={classes.quiet}>Nobody signed in</span>
      ),
  },
  { name: 'Action', isOnPhone: true, cell: ({ action }) => <What action={action} /> },
  { name: 'Target', cell: (entry) => subjectText(entry) || '–' },
  { name: 'Details', width: 420, cell: (entry) => <Details facts={factsOf(entry)} /> },
  { name: 'IP', cell: ({ ip }) => <span className={classes.ip}>{ip ?? '–'}</span> },
]

function What({ action }: { readonly action: string }) {
  const text = actionText(action)
  return (
    <>
      {text !== action && <span className={classes.word}>{text}</span>}
      <code className={classes.code}>{action}</code>
    </>
  )
}

function Details({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return '–'
  if (facts.length <= mostOpenFacts) return <Facts facts={facts} />
  return (
    <details>
      <summary className={classes.summary}>{counted(facts.length, 'field')}</summary>
      <Facts facts={facts} />
    </details>
  )
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <ul className={classes.facts}>
      {facts.map(({ name, before, after }) => (
        <li key={name}>
          <span className={classes.quiet}>{name}:</span> {before !== undefined && <del>{before}</del>}
          {before !== undefined && after !== undefined && (
            <>
              <span aria-hidden> → </span>
              <span className="visually-hidden"> changed to </span>
            </>
          )}
          {after}
        </li>
      ))}
    </ul>
  )
}
