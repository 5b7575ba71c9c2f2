import { hash, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '#server/errors.ts'

// Argon2id with 64 MiB and three passes takes about a tenth of a second on one core.
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
// Not more than two: hashes run in a pool of four threads, which file reads share.
const mostAtOnce = 2
const mostWaiting = 50
const retryAfterSeconds = 2

// A hash that no password matches, with the cost of a real one.
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Limits how many tasks run at once and how many wait. Refuses further ones with not-ready. */
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
      // Hands the slot straight to the longest waiter, so that no newcomer can take it.
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

/** Hashes the password, unchanged in every character, to an Argon2id string in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return gate.run(() => hash(password, cost))
}

/** Whether the password matches the hash. Without a hash it takes just as long and returns false. */
export function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  return gate.run(() => verify(passwordHash ?? nobodysHash, password))
}

/** Whether the hash has a lower cost than new ones. */
export function isWeakHash(passwordHash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(passwordHash)
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost
}
