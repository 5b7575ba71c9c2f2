/** The addresses that show a screen; every other one shows 'Page Not Found'. */
export const screens = {
  dashboard: '/',
  socialFeed: '/social-feed',
  login: '/login',
  adminLogin: '/admin-login',
} as const

export const screenPaths: readonly string[] = Object.values(screens)
