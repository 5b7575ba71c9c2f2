import type { NewContest } from '#contract/contests.ts'
import { addDays, asDay, type Day, dayOf } from '#domain/days.ts'

/** One contest for each calendar month of the sample team's history, oldest first. The last one is running. */
export function sampleContests(now: Date, timeZone: string): NewContest[] {
  const thisMonth = firstOfMonth(dayOf(now, timeZone))
  const lastMonth = firstOfMonth(addDays(thisMonth, -1))
  return [
    contestOf(lastMonth, 'Dinner at the harbour, and the brass kettle on your desk for a month'),
    contestOf(thisMonth, 'A long lunch for two, and the brass kettle on your desk for a month'),
  ]
}

function contestOf(startDate: Day, prize: string): NewContest {
  const monthName = new Date(`${startDate}T00:00:00Z`).toLocaleString('en-US', {
    month: 'long',
    timeZone: 'UTC',
  })
  return {
    title: `${monthName} Spotlight`,
    description: 'Help our stories travel: every like, comment and share that you report this month counts.',
    startDate,
    endDate: addDays(firstOfMonth(addDays(startDate, 31)), -1),
    prize,
    isActive: true,
    isBetweenTeams: false,
  }
}

function firstOfMonth(day: Day): Day {
  return asDay(`${day.slice(0, 7)}-01`)
}
