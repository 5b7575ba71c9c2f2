/** The addresses that show a screen; every other one shows 'Page Not Found'. */
export const paths = {
  dashboard: '/',
  socialFeed: '/social-feed',
  monthlyContests: '/monthly-contests',
  monthlyContest: '/monthly-contest',
  leaderboard: '/leaderboard',
  review: '/review',
  profile: '/profile',
  admin: '/admin',
  adminPoints: '/admin/points',
  login: '/login',
  adminLogin: '/admin-login',
} as const
