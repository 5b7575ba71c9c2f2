/** Stores the bearer token of the emergency sign-in. Members who sign in with the chat have none. */
const storageKey = 'auth_token'

export function readAuthToken(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    // Storage may be switched off in the browser; the session cookie works without it.
    return null
  }
}

export function storeAuthToken(token: string): void {
  try {
    localStorage.setItem(storageKey, token)
  } catch {
    // As above: the cookie that came with the token carries the session.
  }
}

export function dropAuthToken(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Then nothing was stored.
  }
}
