import { House, type LucideIcon, Newspaper, Settings, Trophy } from 'lucide-react'
import { paths } from '#contract/paths.ts'

export interface NavEntry {
  readonly href: string
  readonly label: string
  /** Its word in the bottom bar of a narrow screen; without one it is in the menu only. */
  readonly short?: string
  /** A screen that is reached from this one and has no entry of its own. */
  readonly within?: string
  readonly Icon: LucideIcon
}

/** The screens in the navigation, in order. */
export const navEntries: readonly NavEntry[] = [
  { href: paths.dashboard, label: 'Dashboard', short: 'Home', within: paths.leaderboard, Icon: House },
  { href: paths.socialFeed, label: 'Social Feed', short: 'Feed', Icon: Newspaper },
  {
    href: paths.monthlyContests,
    label: 'Monthly Contests',
    short: 'Contest',
    within: paths.monthlyContest,
    Icon: Trophy,
  },
  { href: paths.admin, label: 'Admin', within: paths.adminPoints, Icon: Settings },
]

/** Whether an entry is the screen at `location`, or leads to it; for `aria-current`. */
export function currentOf(
  { href, within }: Pick<NavEntry, 'href' | 'within'>,
  location: string,
): 'page' | 'true' | undefined {
  if (location === href) return 'page'
  return location === within ? 'true' : undefined
}
