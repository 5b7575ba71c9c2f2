/** One kind of background work. `Data` is what a job of it carries, as JSON. */
interface Queue<Data extends object> {
  /** How often a job is tried again before it goes to the dead letters. */
  readonly retryLimit: number
  /** Pause before the first new try; doubles with each, up to `retryDelayMax`, with some chance in it. */
  readonly retryDelay: number
  readonly retryDelayMax: number
  /** After so long a try has failed, and another instance may take the job over from one that died. */
  readonly expireInSeconds: number
  /** When jobs come by themselves, in the workspace's time zone: minute, hour, day, month, weekday. */
  readonly cron?: string
  /** One job whenever an instance starts. */
  readonly isRunAtStart?: boolean
  /** Never present: carries the type of the data. */
  readonly data?: Data
}

type Nothing = Record<string, never>

/** Everything that is done in the background. A queue exists by its entry here. */
export const queues = {
  'contests.close': scheduled({ cron: '*/10 * * * *', isRunAtStart: true }),
} as const satisfies Readonly<Record<string, Queue<object>>>

export type QueueName = keyof typeof queues
export type JobData<Name extends QueueName> = (typeof queues)[Name] extends Queue<infer Data> ? Data : never

/** Where jobs lie that were given up. Nobody works on it. */
export const deadLetterQueue = 'dead'

export const queueNames = Object.keys(queues) as QueueName[]

/** The queue as it is listed, without what only some queues have. */
export function getQueue(name: QueueName): Queue<object> {
  return queues[name]
}

function queue<Data extends object>(
  options: Partial<Omit<Queue<Data>, 'cron' | 'isRunAtStart'>> = {},
): Queue<Data> {
  return { retryLimit: 5, retryDelay: 2, retryDelayMax: 300, expireInSeconds: 60, ...options }
}

/** What comes by itself carries nothing. */
function scheduled(options: { cron: string; isRunAtStart?: boolean }): Queue<Nothing> {
  return { ...queue<Nothing>(), ...options }
}
