/** The addresses that show a screen; every other one shows 'Page Not Found'. */
export const paths = {
  dashboard: '/',
  socialFeed: '/social-feed',
  login: '/login',
  adminLogin: '/admin-login',
} as const
