// The addresses that stand in mails. Their pages need neither a session nor a script.

/** Shows a button that switches somebody's e-mails off; posting to it presses the button. */
export const unsubscribePattern = '/unsubscribe/:token'
/** Switches them off at once, for mail programs. */
export const oneClickPattern = '/unsubscribe/:token/one-click'
/** Shows a button that confirms somebody's address; posting to it presses the button. */
export const confirmationPattern = '/confirm-address/:token'

export function unsubscribePath(token: string): string {
  return unsubscribePattern.replace(':token', encodeURIComponent(token))
}

export function oneClickPath(token: string): string {
  return oneClickPattern.replace(':token', encodeURIComponent(token))
}

export function confirmationPath(token: string): string {
  return confirmationPattern.replace(':token', encodeURIComponent(token))
}
