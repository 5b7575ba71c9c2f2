import { LayoutDashboard, type LucideIcon, Newspaper, Settings, Trophy } from 'lucide-react'
import { paths } from '#contract/paths.ts'

export interface NavEntry {
  readonly href: string
  readonly label: string
  readonly Icon: LucideIcon
}

/** The screens in the navigation, in order. */
export const navEntries: readonly NavEntry[] = [
  { href: paths.dashboard, label: 'Dashboard', Icon: LayoutDashboard },
  { href: paths.socialFeed, label: 'Social Feed', Icon: Newspaper },
  { href: paths.monthlyContests, label: 'Monthly Contests', Icon: Trophy },
  { href: paths.admin, label: 'Admin', Icon: Settings },
]
