/** The addresses of the screens. */
export const paths = {
  dashboard: '/',
  socialFeed: '/social-feed',
  login: '/login',
  adminLogin: '/admin-login',
} as const
