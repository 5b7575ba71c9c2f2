import { hash, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '#server/errors.ts'

// Argon2id with 64 MiB and three passes: about a tenth of a second of one core.
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
// Two, although four would be safe: hashes run in a pool of four threads that file reads need as well.
const mostAtOnce = 2
const mostWaiting = 50
const retryAfterSeconds = 2

// A hash of no password that anybody can type, with the cost of a real one.
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Lets a few pieces of work run at once and a bounded number wait; refuses with not-ready beyond that. */
export class WorkGate {
  readonly #mostAtOnce: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: { mostAtOnce: number; mostWaiting: number }) {
    this.#mostAtOnce = limits.mostAtOnce
    this.#mostWaiting = limits.mostWaiting
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter()
    try {
      return await work()
    } finally {
      // The place goes straight to whoever waits longest, so nobody can slip in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  #enter(): Promise<void> {
    if (this.#running < this.#mostAtOnce) {
      this.#running++
      return Promise.resolve()
    }
    if (this.#waiting.length >= this.#mostWaiting) {
      const message = 'Too many sign-ins at this moment. Please try again.'
      return Promise.reject(new AppError('not-ready', message, { retryAfterSeconds }))
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

const gate = new WorkGate({ mostAtOnce, mostWaiting })

/** The password as an Argon2id string in PHC form. Every character counts, unchanged. */
export function hashPassword(password: string): Promise<string> {
  return gate.run(() => hash(password, cost))
}

/** Whether the password is the hash's. Without a hash it takes just as long and answers no. */
export function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  return gate.run(() => verify(passwordHash ?? nobodysHash, password))
}

/** Whether a hash was made with less work than new ones are. */
export function isWeakHash(passwordHash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(passwordHash)
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost
}
