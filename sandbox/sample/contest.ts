import { addDays, type Day, dayOf } from '#domain/days.ts'

export interface SampleContest {
  title: string
  description: string
  /** First and last day, both included. */
  startDate: Day
  endDate: Day
  prize: string
  isActive: true
  year: number
  /** 1 to 12. */
  month: number
}

/** The contest of the running month. */
export function runningContest(now: Date, timeZone: string): SampleContest {
  const today = dayOf(now, timeZone)
  const startDate = `${today.slice(0, 7)}-01`
  const nextMonth = `${addDays(startDate, 31).slice(0, 7)}-01`
  const monthName = new Date(`${startDate}T00:00:00Z`).toLocaleString('en-US', {
    month: 'long',
    timeZone: 'UTC',
  })
  return {
    title: `${monthName} Spotlight`,
    description: 'Help our stories travel: every like, comment and share that you report this month counts.',
    startDate,
    endDate: addDays(nextMonth, -1),
    prize: 'A long lunch for two, and the brass kettle on your desk for a month',
    isActive: true,
    year: Number(startDate.slice(0, 4)),
    month: Number(startDate.slice(5, 7)),
  }
}
