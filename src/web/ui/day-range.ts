/** The first and the last day of a filter, `YYYY-MM-DD`; empty for any. */
interface Days {
  readonly from: string
  readonly to: string
}

export const firstDay = '2000-01-01'
export const lastDay = '2199-12-31'

/** The problems with the chosen days. A year that is still being typed begins with zeros and is not a problem yet. */
export function dayProblems({ from, to }: Days): Partial<Days> {
  const isWrong = (day: string) => /^[1-9]/.test(day) && !isAsked(day)
  const message = 'Must be in a year from 2000 to 2199'
  if (isWrong(from) || isWrong(to)) {
    return { ...(isWrong(from) && { from: message }), ...(isWrong(to) && { to: message }) }
  }
  return isAsked(from) && isAsked(to) && to < from ? { to: 'To must not be before From' } : {}
}

/** The days to query; both empty if they contradict each other. */
export function daysToAsk({ from, to }: Days): Days {
  if (isAsked(from) && isAsked(to) && to < from) return { from: '', to: '' }
  return { from: isAsked(from) ? from : '', to: isAsked(to) ? to : '' }
}

function isAsked(day: string): boolean {
  return day >= firstDay && day <= lastDay
}
