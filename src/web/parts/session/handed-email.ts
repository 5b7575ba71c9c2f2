/** What the screen of an invitation hands to that of the emergency sign-in. It stays out of the address. */
interface Handed {
  readonly email: string
}

/** The state to navigate with. */
export function handEmail(email: string): Handed {
  return { email }
}

/** The address that the screen before has handed over; empty when there is none. */
export function handedEmail(): string {
  const { email } = Object(window.history.state) as Partial<Handed>
  return typeof email === 'string' ? email : ''
}
