import type { ContestId, PostId } from '#domain/ids.ts'

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
  adminInvitation: '/admin-invitation',
} as const

/** Before a post's id, the id of its card in the page. */
export const postAnchorPrefix = 'post-'

/** The address at which the feed shows this post. */
export function postAddress(id: PostId): string {
  return `${paths.socialFeed}#${postAnchorPrefix}${id}`
}

/** The address of the final standings of a contest. */
export function standingsAddress(id: ContestId): string {
  return `${paths.monthlyContest}?contest=${id}`
}
