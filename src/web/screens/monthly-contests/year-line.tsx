import { Trophy } from 'lucide-react'
import type { MonthlyWinner } from '#contract/contests.ts'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { monthName } from '#web/ui/time-words.ts'
import * as classes from './year-line.module.css'
import { yearStory } from './year-story.ts'

interface YearLineProps {
  readonly year: number
  /** The champions of that year, newest first. */
  readonly winners: readonly MonthlyWinner[]
  /** From 1 to 12: the month whose contest is running; null for none in this year. */
  readonly runningMonth: number | null
}

const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** The twelve months of a year with the faces of their champions. */
export function YearLine({ year, winners, runningMonth }: YearLineProps) {
  return (
    <ol className={classes.line} aria-label={`The months of ${year}`}>
      {months.map((month) => {
        const ofMonth = winners.filter((each) => each.month === month)
        const [winner] = ofMonth
        const state = winner ? 'won' : month === runningMonth ? 'running' : 'open'
        return (
          <li key={month} className={classes.month} data-state={state}>
            {winner ? <Faces of={winner} others={ofMonth.length - 1} /> : <Slot state={state} />}
            <span className={classes.name}>
              <span aria-hidden>{monthName(month).slice(0, 3)}</span>
              <span className="visually-hidden">
                {monthName(month)}: {winner ? <Names winners={ofMonth} /> : spoken(state)}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The champion of a month; of a month with several contests, that of the last one and how many more there are. */
function Faces({ of, others }: { readonly of: MonthlyWinner; readonly others: number }) {
  return (
    <span className={classes.faces}>
      <UserAvatar person={of.user} size={48} ring="gold" />
      {others > 0 && (
        <span className={classes.more} aria-hidden>
          +{others}
        </span>
      )}
    </span>
  )
}

function Names({ winners }: { readonly winners: readonly MonthlyWinner[] }) {
  return winners.map(({ id, user }, index) => (
    <span key={id}>
      {separatorOf(index, winners.length)}
      <bdi>{user.displayName}</bdi>
    </span>
  ))
}

function Slot({ state }: { readonly state: string }) {
  return (
    <span className={classes.slot}>
      {state === 'running' && <Trophy size={20} strokeWidth={1.75} aria-hidden />}
    </span>
  )
}

function spoken(state: string): string {
  return state === 'running' ? 'running' : 'no champion'
}

/** One sentence on a year, and who leads it. */
export function YearWords({ winners }: { readonly winners: readonly MonthlyWinner[] }) {
  const { sum, leaders, wins } = yearStory(winners)
  return (
    <p className={classes.words}>
      {sum}
      {leaders.length > 0 && (
        <>
          {' '}
          <b>
            {leaders.map((leader, index) => (
              <span key={leader.id}>
                {separatorOf(index, leaders.length)}
                <FirstName person={leader} />
              </span>
            ))}
          </b>{' '}
          {leaders.length === 1 ? `leads the year with ${wins}.` : `lead the year with ${wins} each.`}
        </>
      )}
    </p>
  )
}

function separatorOf(index: number, count: number): string {
  if (index === 0) return ''
  return index === count - 1 ? ' and ' : ', '
}
