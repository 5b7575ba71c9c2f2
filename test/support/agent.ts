import { testMoment } from '#test/support/moment.ts'

/** Where a sign-in ended. */
export interface Landing {
  status: number
  /** Path and query on the app, like `/` or `/login?error=state_mismatch`. */
  location: string
  /** The app's cookies afterwards, by name. */
  cookies: Record<string, string>
}

/** A minimal browser: it stores cookies as a browser does, and follows no redirect unless asked to. */
export interface Agent {
  /** One request with the cookies that belong to it. Redirects are returned, not followed. */
  request(url: string, init?: RequestInit): Promise<Response>
  /** The cookies that it would send to this address, by name. */
  cookiesFor(url: string): Record<string, string>
  /**
   * Presses "Continue with Slack" and follows to the end, back on the app. A shown picker is answered
   * with `pick`, a person's Slack id or `cancel`; without one it is an error.
   */
  signIn(appOrigin: string, pick?: string): Promise<Landing>
  /** Continues from an address inside the sign-in, such as a callback that was held back. */
  follow(url: string, to: { appOrigin: string; pick?: string }): Promise<Landing>
}

interface Cookie {
  name: string
  value: string
  host: string
  path: string
}

const maxHops = 15

export function createAgent(): Agent {
  let jar: Cookie[] = []

  const cookiesFor = (url: string) => {
    const { hostname, pathname } = new URL(url)
    const matching = jar.filter(({ host, path }) => host === hostname && isUnder(pathname, path))
    return Object.fromEntries(matching.map(({ name, value }) => [name, value]))
  }
  const keep = (response: Response, url: string) => {
    for (const header of response.headers.getSetCookie()) {
      const { cookie, isGone } = readSetCookie(header, new URL(url))
      jar = jar.filter(
        ({ name, host, path }) => !(name === cookie.name && host === cookie.host && path === cookie.path),
      )
      if (!isGone) jar.push(cookie)
    }
  }
  const request = async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const cookies = Object.entries(cookiesFor(url)).map(([name, value]) => `${name}=${value}`)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    // A connection that is kept alive would go stale when another server starts on the same port.
    headers.set('connection', 'close')
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    keep(response, url)
    return response
  }
  const followFrom = async (start: string, { appOrigin, pick }: { appOrigin: string; pick?: string }) => {
    let url = start
    let response = await request(url)
    for (let hop = 0; hop < maxHops; hop += 1) {
      if (response.status === 200 && new URL(url).pathname.startsWith('/interaction/')) {
        if (pick === undefined) throw new Error('The picker was shown and nobody was picked')
        response = await request(url, { method: 'POST', body: new URLSearchParams({ person: pick }) })
      }
      const target = response.headers.get('location')
      const isRedirect = response.status >= 300 && response.status < 400 && target !== null
      const here = new URL(isRedirect ? target : url, url)
      if (!isRedirect || (here.origin === appOrigin && !here.pathname.startsWith('/auth/'))) {
        await response.body?.cancel()
        return {
          status: response.status,
          location: here.pathname + here.search,
          cookies: cookiesFor(appOrigin),
        }
      }
      await response.body?.cancel()
      url = here.href
      response = await request(url)
    }
    throw new Error(`More than ${maxHops} redirects, the last to ${url}`)
  }
  return {
    request,
    cookiesFor,
    signIn: (appOrigin, pick) => followFrom(`${appOrigin}/auth/slack`, { appOrigin, pick }),
    follow: followFrom,
  }
}

function isUnder(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}

function readSetCookie(header: string, url: URL): { cookie: Cookie; isGone: boolean } {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
  const separator = pair.indexOf('=')
  const given = new Map(
    attributes.map((attribute) => {
      const [name = '', value = ''] = attribute.split('=', 2)
      return [name.toLowerCase(), value]
    }),
  )
  const maxAge = given.get('max-age')
  const expires = given.get('expires')
  const isGone =
    maxAge !== undefined ? Number(maxAge) <= 0 : expires ? Date.parse(expires) <= testMoment.getTime() : false
  return {
    cookie: {
      name: pair.slice(0, separator),
      value: pair.slice(separator + 1),
      host: url.hostname,
      path: given.get('path') || '/',
    },
    isGone,
  }
}
