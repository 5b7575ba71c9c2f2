import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TeamGroupsOutcome } from '#contract/team-groups.ts'
import { AmongPeople, PersonName } from '#web/parts/member/person-name.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import * as groupClasses from './groups.module.css'
import { hasEffect, outcomeText, severalText } from './groups-words.ts'
import { restText } from './import-words.ts'
import * as classes from './teams.module.css'

/** What choosing groups would do. */
export function GroupsOutcome({ outcome }: { readonly outcome: TeamGroupsOutcome }) {
  const { newTeams, linkedTeams, unlinkedTeams, lostTeams, moved, changes, several, inSeveral } = outcome
  const people = [...changes, ...inSeveral].map(({ member }) => member)
  return (
    <AmongPeople people={people}>
      <div className={classes.outcome}>
        <h3 className={classes.title}>Preview</h3>
        <p>
          {outcomeText(outcome)}.{!hasEffect(outcome) && ' There is nothing to take over.'}
        </p>
        <Names title="New teams" names={newTeams} />
        <Names title="Linked teams" names={linkedTeams} />
        <Names title="Unlinked teams, which keep their members" names={unlinkedTeams} />
        <Names title="Groups missing in Slack, whose teams keep their members" names={lostTeams} />
        {several > 0 && (
          <>
            <p>
              <b>{severalText(outcome)}</b>
            </p>
            <Listed label="Members in several groups" rest={restText(several, inSeveral.length)}>
              {inSeveral.map(({ member, teams, to }) => (
                <li key={member.id} className={classes.change}>
                  <PersonName person={member} className={classes.who} />
                  <Way from={teams.join(', ')} to={to} />
                </li>
              ))}
            </Listed>
          </>
        )}
        {changes.length > 0 && (
          <Listed label="Members to move" rest={restText(moved, changes.length)}>
            {changes.map(({ member, from, to }) => (
              <li key={member.id} className={classes.change}>
                <PersonName person={member} className={classes.who} />
                <Way from={from ?? 'No team'} to={to ?? 'No team'} />
              </li>
            ))}
          </Listed>
        )}
      </div>
    </AmongPeople>
  )
}

const mostNames = 20

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null
  const named = names.slice(0, mostNames)
  return (
    <p>
      <b>{title}:</b> <bdi>{named.join(', ')}</bdi> {restText(names.length, named.length)}
    </p>
  )
}

interface ListedProps {
  readonly label: string
  readonly rest: string
  readonly children: ReactNode
}

function Listed({ label, rest, children }: ListedProps) {
  return (
    <ScrollRegion label={label} className={classes.lines}>
      <ul className={classes.items} aria-label={label}>
        {children}
      </ul>
      {rest !== '' && <p className={classes.note}>{rest}</p>}
    </ScrollRegion>
  )
}

function Way({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <span className={`${classes.way} ${groupClasses.way}`}>
      <bdi>{from}</bdi>
      <ArrowRight size={14} aria-hidden />
      <span className="visually-hidden"> to </span>
      <bdi>{to}</bdi>
    </span>
  )
}
