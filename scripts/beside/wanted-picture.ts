import { paths } from '#contract/paths.ts'

/** A screen of the demo, as somebody in the sample team sees it. */
interface Screen {
  readonly path: string
  /** The handle of the member who is signed in; null for a visitor. */
  readonly member: string | null
  /** Whether the member has reported everything that waits. */
  readonly isCaughtUp?: boolean
}

/** The picture of the demo that belongs beside a given one. */
export interface WantedPicture extends Screen {
  readonly width: number
  /** Null for the whole page. */
  readonly height: number | null
  readonly theme: 'light' | 'dark'
}

const member = 'zoe.brandt'
const newcomer = 'mina.vanderberg'
const moderator = 'aisha.bello'
const administrator = 'marta.oliveira'

/** The screens, by the names that pictures begin with. */
const screens: Readonly<Record<string, Screen>> = {
  login: { path: paths.login, member: null },
  dashboard: { path: paths.dashboard, member },
  'dashboard-first': { path: paths.dashboard, member: newcomer },
  'dashboard-caught-up': { path: paths.dashboard, member, isCaughtUp: true },
  'social-feed': { path: paths.socialFeed, member },
  contest: { path: paths.monthlyContests, member },
  champions: { path: `${paths.monthlyContests}?tab=past`, member },
  leaderboard: { path: paths.leaderboard, member },
  profile: { path: paths.profile, member },
  review: { path: paths.review, member: moderator },
  'admin-analytics': { path: `${paths.admin}?tab=analytics`, member: administrator },
  'admin-users': { path: `${paths.admin}?tab=users`, member: administrator },
}

const phoneHeight = 844

/** Reads a name such as `dashboard-390-first-screen-light.webp`; null if no screen of the demo belongs to it. */
export function wantedPicture(name: string): WantedPicture | null {
  const parts = /^(.+?)-(\d+)(-first-screen)?-(light|dark)\.(?:webp|png|jpg)$/.exec(name)
  const [, screenName = '', width, firstScreen, theme] = parts ?? []
  const screen = screens[screenName]
  if (!screen) return null
  return {
    ...screen,
    width: Number(width),
    height: firstScreen ? phoneHeight : null,
    theme: theme === 'dark' ? 'dark' : 'light',
  }
}
