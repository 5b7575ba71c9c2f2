import { House, type LucideIcon, Newspaper, Settings, Trophy } from 'lucide-react'
import { paths } from '#contract/paths.ts'

export interface NavEntry {
  readonly href: string
  readonly label: string
  /** Its word in the bottom bar of a narrow screen; without one it is in the menu only. */
  readonly short?: string
  readonly Icon: LucideIcon
}

/** The screens in the navigation, in order. */
export const navEntries: readonly NavEntry[] = [
  { href: paths.dashboard, label: 'Dashboard', short: 'Home', Icon: House },
  { href: paths.socialFeed, label: 'Social Feed', short: 'Feed', Icon: Newspaper },
  { href: paths.monthlyContests, label: 'Monthly Contests', short: 'Contest', Icon: Trophy },
  { href: paths.admin, label: 'Admin', Icon: Settings },
]
