import { testMoment } from './moment.ts'

/**
 * Importing this file moves the process to the moment of the tests, whatever the machine's clock says. Its time of day
 * starts there and then runs with the monotonic clock, because the packages around the product (the embedded database,
 * the job queue, the stand-in for Slack) need time to pass. The product's own clock stands still.
 */
const MachineDate = globalThis.Date
// Bound now, because a test may replace it later.
const monotonicMs = performance.now.bind(performance)
const startedAtMs = monotonicMs()

function nowMs(): number {
  return testMoment.getTime() + Math.floor(monotonicMs() - startedAtMs)
}

function isMoved(): boolean {
  return Object.hasOwn(MachineDate.prototype, Symbol.for('ovation.process-time'))
}

if (!isMoved()) {
  const MovedDate = new Proxy(MachineDate, {
    apply: () => new MachineDate(nowMs()).toString(),
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [nowMs()] : values, newTarget),
    get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
  })
  Object.defineProperty(MachineDate.prototype, Symbol.for('ovation.process-time'), { value: true })
  MachineDate.prototype.constructor = MovedDate
  globalThis.Date = MovedDate
}
