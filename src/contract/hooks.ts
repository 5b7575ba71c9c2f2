/** What the hooks of several systems have in common. */

/** The share of deliveries that only test a hook: they are taken and logged, and change nothing. */
export const testShareId = 'test'

/** What the testers and the automation service read: whether it went well, and a sentence. */
export interface HookAnswer {
  readonly success: true
  /** True when the same was delivered before: nothing has changed now. */
  readonly duplicate: boolean
  readonly message: string
}
