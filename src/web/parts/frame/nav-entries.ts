import { House, type LucideIcon, Newspaper, Settings, ShieldCheck, Trophy } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { isReviewer } from '#web/api/session.ts'

export interface NavEntry {
  readonly href: string
  readonly label: string
  /** Its word in the bottom bar of a narrow screen; without one it is in the menu only. */
  readonly short?: string
  /** A screen that is reached from this one and has no entry of its own. */
  readonly within?: string
  /** Whether only reviewers have it, with the number of what waits for them. */
  readonly isForReviewers?: boolean
  readonly Icon: LucideIcon
}

/** The screens in the navigation, in order. */
const navEntries: readonly NavEntry[] = [
  { href: paths.dashboard, label: 'Dashboard', short: 'Home', within: paths.leaderboard, Icon: House },
  { href: paths.socialFeed, label: 'Social Feed', short: 'Feed', Icon: Newspaper },
  {
    href: paths.monthlyContests,
    label: 'Monthly Contests',
    short: 'Contest',
    within: paths.monthlyContest,
    Icon: Trophy,
  },
  { href: paths.review, label: 'Review', short: 'Review', isForReviewers: true, Icon: ShieldCheck },
  { href: paths.admin, label: 'Admin', within: paths.adminPoints, Icon: Settings },
]

/** The entries that this member has. */
export function entriesFor(user: CurrentUser | null): readonly NavEntry[] {
  return navEntries.filter(({ isForReviewers }) => !isForReviewers || isReviewer(user))
}

/** Whether an entry is the screen at `location`, or leads to it; for `aria-current`. */
export function currentOf(
  { href, within }: Pick<NavEntry, 'href' | 'within'>,
  location: string,
): 'page' | 'true' | undefined {
  if (location === href) return 'page'
  return location === within ? 'true' : undefined
}
