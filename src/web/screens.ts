import { paths } from '#contract/paths.ts'
import { type LazyScreen, lazyScreen } from './lazy-screen.tsx'

export const loginScreen = lazyScreen('login', async () => (await import('./screens/login/login.tsx')).Login)

/** Screens for anybody, by address. The admin panel says itself who it is for. */
export const publicScreens: ReadonlyMap<string, LazyScreen> = new Map([
  [paths.login, loginScreen],
  [paths.admin, lazyScreen('admin', async () => (await import('./screens/admin/admin.tsx')).Admin)],
  [
    paths.adminLogin,
    lazyScreen('admin-login', async () => (await import('./screens/admin-login/admin-login.tsx')).AdminLogin),
  ],
])

/** Screens for those who are signed in, by address. */
export const memberScreens: ReadonlyMap<string, LazyScreen> = new Map([
  [
    paths.dashboard,
    lazyScreen('dashboard', async () => (await import('./screens/dashboard/dashboard.tsx')).Dashboard),
  ],
  [
    paths.socialFeed,
    lazyScreen('social-feed', async () => (await import('./screens/social-feed/social-feed.tsx')).SocialFeed),
  ],
  [
    paths.adminPoints,
    lazyScreen(
      'admin-points',
      async () => (await import('./screens/admin-points/admin-points.tsx')).AdminPoints,
    ),
  ],
  [
    paths.monthlyContests,
    lazyScreen(
      'monthly-contests',
      async () => (await import('./screens/monthly-contests/monthly-contests.tsx')).MonthlyContests,
    ),
  ],
  [
    paths.monthlyContest,
    lazyScreen(
      'monthly-contest',
      async () => (await import('./screens/monthly-contest/monthly-contest.tsx')).MonthlyContest,
    ),
  ],
  [paths.profile, lazyScreen('profile', async () => (await import('./screens/profile/profile.tsx')).Profile)],
])

export const notFoundScreen = lazyScreen(
  'not-found',
  async () => (await import('./screens/not-found/not-found.tsx')).NotFound,
)

/** Loads the script of the screen that a link leads to. */
export function preloadScreen(href: string): void {
  const [path = ''] = href.split('?')
  const screen = memberScreens.get(path) ?? publicScreens.get(path)
  screen?.preload()
}
