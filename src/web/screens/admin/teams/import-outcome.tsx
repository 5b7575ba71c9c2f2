import { ArrowRight } from 'lucide-react'
import type { Ref } from 'react'
import type { TeamImport } from '#contract/teams.ts'
import { AmongPeople, PersonName } from '#web/parts/member/person-name.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { countsText, restText } from './import-words.ts'
import * as classes from './teams.module.css'

const mostNewTeams = 20

interface ImportOutcomeProps {
  readonly outcome: TeamImport
  /** Gets the focus when the button that was pressed goes. */
  readonly heading: Ref<HTMLHeadingElement>
}

/** What a list of teams would do, or has done. */
export function ImportOutcome({ outcome, heading }: ImportOutcomeProps) {
  const { isPreview, moved, newTeams, changes, skipped, skippedLines } = outcome
  return (
    <div className={classes.outcome}>
      <h3 ref={heading} tabIndex={-1} className={classes.title}>
        {isPreview ? 'Preview' : 'Imported'}
      </h3>
      <p>
        {countsText(outcome)}.{isPreview && moved === 0 && ' There is nothing to import.'}
      </p>
      {newTeams.length > 0 && (
        <p>
          <b>New teams:</b> <NewTeams names={newTeams} />
        </p>
      )}
      {isPreview && changes.length > 0 && (
        <ScrollRegion label="Members to move" className={classes.lines}>
          <Changes outcome={outcome} />
        </ScrollRegion>
      )}
      {skippedLines.length > 0 && (
        <ScrollRegion label="Skipped lines" className={classes.lines}>
          <ul className={classes.items} aria-label="Skipped lines">
            {skippedLines.map(({ line, text, reason }) => (
              <li key={line}>
                <b>Line {line}:</b> <bdi>{text}</bdi>
                <span className={classes.reason}>{reason}</span>
              </li>
            ))}
          </ul>
          <Rest text={restText(skipped, skippedLines.length)} />
        </ScrollRegion>
      )}
    </div>
  )
}

function NewTeams({ names }: { readonly names: readonly string[] }) {
  const named = names.slice(0, mostNewTeams)
  return (
    <>
      {named.map((name, nth) => (
        <span key={name}>
          {nth > 0 && ', '}
          <bdi>{name}</bdi>
        </span>
      ))}{' '}
      {restText(names.length, named.length)}
    </>
  )
}

function Changes({ outcome: { moved, changes } }: Pick<ImportOutcomeProps, 'outcome'>) {
  return (
    <AmongPeople people={changes.map(({ member }) => member)}>
      <ul className={classes.items} aria-label="Members to move">
        {changes.map(({ line, member, from, to }) => (
          <li key={line} className={classes.change}>
            <PersonName person={member} className={classes.who} />
            <span className={classes.way}>
              <bdi>{from ?? 'No team'}</bdi>
              <ArrowRight size={14} aria-hidden />
              <span className="visually-hidden"> to </span>
              <bdi>{to ?? 'No team'}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <Rest text={restText(moved, changes.length)} />
    </AmongPeople>
  )
}

function Rest({ text }: { readonly text: string }) {
  return text === '' ? null : <p className={classes.note}>{text}</p>
}
