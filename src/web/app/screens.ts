import { paths } from '#contract/paths.ts'
import { type LazyScreen, lazyScreen } from './lazy.tsx'

export const loginScreen = lazyScreen(async () => (await import('#web/screens/login/login.tsx')).Login)

/** Screens for everyone, by address. The admin panel checks access itself. */
export const publicScreens: ReadonlyMap<string, LazyScreen> = new Map([
  [paths.login, loginScreen],
  [paths.admin, lazyScreen(async () => (await import('#web/screens/admin/admin.tsx')).Admin)],
  [
    paths.adminLogin,
    lazyScreen(async () => (await import('#web/screens/admin-login/admin-login.tsx')).AdminLogin),
  ],
  [
    paths.adminInvitation,
    lazyScreen(
      async () => (await import('#web/screens/admin-invitation/admin-invitation.tsx')).AdminInvitation,
    ),
  ],
])

/** Screens for signed-in members, by address. */
export const memberScreens: ReadonlyMap<string, LazyScreen> = new Map([
  [paths.dashboard, lazyScreen(async () => (await import('#web/screens/dashboard/dashboard.tsx')).Dashboard)],
  [
    paths.socialFeed,
    lazyScreen(async () => (await import('#web/screens/social-feed/social-feed.tsx')).SocialFeed),
  ],
  [
    paths.adminPoints,
    lazyScreen(async () => (await import('#web/screens/admin-points/admin-points.tsx')).AdminPoints),
  ],
  [
    paths.monthlyContests,
    lazyScreen(
      async () => (await import('#web/screens/monthly-contests/monthly-contests.tsx')).MonthlyContests,
    ),
  ],
  [
    paths.monthlyContest,
    lazyScreen(async () => (await import('#web/screens/monthly-contest/monthly-contest.tsx')).MonthlyContest),
  ],
  [
    paths.leaderboard,
    lazyScreen(async () => (await import('#web/screens/leaderboard/leaderboard.tsx')).Leaderboard),
  ],
  [paths.review, lazyScreen(async () => (await import('#web/screens/review/review.tsx')).Review)],
  [paths.profile, lazyScreen(async () => (await import('#web/screens/profile/profile.tsx')).Profile)],
])

export const notFoundScreen = lazyScreen(
  async () => (await import('#web/screens/not-found/not-found.tsx')).NotFound,
)

/** Loads the script of the screen that a link leads to. */
export function preloadScreen(href: string): void {
  const [path = ''] = href.split('?')
  const screen = memberScreens.get(path) ?? publicScreens.get(path)
  screen?.preload()
}
