/** The time of day in this process: that of the machine, or the one to which `process-time.ts` has moved it. */
export function processNow(): Date {
  return new globalThis.Date()
}
