import type { MonthlyWinner } from '#contract/contests.ts'
import type { UserCard } from '#contract/users.ts'

const words = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

export interface YearStory {
  /** "Ten contests, seven champions." */
  readonly sum: string
  /** Who has won most often. Empty where nobody won more than once, because then nobody leads. */
  readonly leaders: readonly UserCard[]
  /** How often they have won, as a word. */
  readonly wins: string
}

/** What a year's champions have in common. */
export function yearStory(winners: readonly Pick<MonthlyWinner, 'user'>[]): YearStory {
  const wins = new Map<string, { readonly user: UserCard; readonly count: number }>()
  for (const { user } of winners) wins.set(user.id, { user, count: (wins.get(user.id)?.count ?? 0) + 1 })
  const most = Math.max(0, ...[...wins.values()].map(({ count }) => count))
  const leaders = [...wins.values()].filter(({ count }) => count === most)
  return {
    sum: `${capitalised(spelt(winners.length, 'contest'))}, ${spelt(wins.size, 'champion')}.`,
    leaders: most > 1 ? leaders.map(({ user }) => user) : [],
    wins: word(most),
  }
}

function spelt(count: number, noun: string): string {
  return `${word(count)} ${noun}${count === 1 ? '' : 's'}`
}

function word(count: number): string {
  return words[count] ?? String(count)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
