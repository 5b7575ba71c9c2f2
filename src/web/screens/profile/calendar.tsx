import { Skeleton } from '@mantine/core'
import type { CurrentUser } from '#contract/users.ts'
import { useMemberDays } from '#web/api/members.ts'
import { FlameIcon } from '#web/parts/streak/flame-icon.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './calendar.module.css'
import { type CalendarWeek, calendarSummary, dayWord, dayWords, stepOf, weeksOf } from './calendar-weeks.ts'

const weeksShown = 12
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const steps = [0, 1, 2, 3, 4]

/** The member's reports by day, as coloured days and as a table. */
export function Calendar({ user: { id, currentStreak } }: { readonly user: CurrentUser }) {
  const query = useMemberDays(id, weeksShown)
  return (
    <Card
      title={
        <span className={classes.title}>
          <FlameIcon days={currentStreak} />
          {currentStreak > 0 ? `${counted(currentStreak, 'day')} in a row` : 'Reports by day'}
        </span>
      }
      aside={`${weeksShown} weeks`}
    >
      <QueryState query={query} what="calendar" skeleton={<Skeleton className={classes.skeleton} />}>
        {({ data: days }) => {
          const weeks = weeksOf(days)
          return (
            <>
              <p className="visually-hidden">{calendarSummary(days)}</p>
              <Squares weeks={weeks} today={days.at(-1)?.day} />
              <div className={classes.foot}>
                <details className={classes.table}>
                  <summary>Show as a table</summary>
                  <Table weeks={weeks} />
                </details>
                <p className={classes.legend} aria-hidden>
                  Fewer
                  {steps.map((step) => (
                    <i key={step} data-step={step} />
                  ))}
                  More
                </p>
              </div>
            </>
          )
        }}
      </QueryState>
    </Card>
  )
}

interface SquaresProps {
  readonly weeks: readonly CalendarWeek[]
  readonly today: string | undefined
}

function Squares({ weeks, today }: SquaresProps) {
  return (
    <div className={classes.calendar} aria-hidden>
      <div className={classes.weekdays}>
        {weekdays.map((weekday, at) => (
          <span key={weekday}>{at % 2 === 0 && weekday}</span>
        ))}
      </div>
      <div className={classes.squares}>
        {weeks
          .flatMap((week) => week.days)
          .map((day) => (
            <i
              key={day.day}
              title={dayWords(day)}
              data-step={stepOf(day.reports)}
              data-today={day.day === today || undefined}
            />
          ))}
      </div>
      <div className={classes.months}>
        {weeks.map(({ days: [monday], month }) => (
          <span key={monday?.day}>{month}</span>
        ))}
      </div>
    </div>
  )
}

function Table({ weeks }: { readonly weeks: readonly CalendarWeek[] }) {
  return (
    <table>
      <caption className="visually-hidden">Reports by day</caption>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ days }) => (
          <tr key={days[0]?.day}>
            <th scope="row">{days[0] && dayWord(days[0].day)}</th>
            {weekdays.map((weekday, at) => (
              <td key={weekday}>{days[at]?.reports.toLocaleString('en-US')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
