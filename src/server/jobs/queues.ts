import type { DeliveryId } from '#domain/ids.ts'

/** One kind of background work. `Data` is what a job of it carries, as JSON. */
interface Queue<Data extends object> {
  /** How often a job is tried again before it goes to the dead letters. */
  readonly retryLimit: number
  /** Pause before the first new try; doubles with each, up to `retryDelayMax`, with some chance in it. */
  readonly retryDelay: number
  readonly retryDelayMax: number
  /** After so long a try has failed, and another instance may take the job over from one that died. */
  readonly expireInSeconds: number
  /**
   * One job at a time over all instances, the oldest first. A job that failed holds back all others until it is tried
   * again. One without any tries left would do so for a day, so such a queue needs `endlessTries`.
   */
  readonly isSerial?: boolean
  /** When jobs come by themselves, in the workspace's time zone: minute, hour, day, month, weekday. */
  readonly cron?: string
  /** What the job carries that comes whenever an instance starts. */
  readonly atStart?: Data
  /** Never present: carries the type of the data. */
  readonly data?: Data
}

type Nothing = Record<string, never>

const endlessTries = 2_147_483_647

/** Everything that is done in the background. A queue exists by its entry here. */
export const queues = {
  'contests.close': scheduled({ cron: '*/10 * * * *', atStart: {} }),
  /**
   * Tells the chat what waits to be told, in order. Comes by itself too: what a backup brought has no job. `examine`
   * asks whether a disconnected channel is back, before it is due to be asked.
   */
  'chat.send': scheduled<{ readonly examine?: boolean }>({
    cron: '*/10 * * * *',
    atStart: { examine: true },
    isSerial: true,
    retryLimit: endlessTries,
    retryDelayMax: 30,
    expireInSeconds: 50,
  }),
  'chat.leaderboard': scheduled({ cron: '0 9 * * 1' }),
  'chat.contest-reminder': scheduled({ cron: '0 9 * * *' }),
  /** Takes over the members of the chat's workspace. */
  'chat.import': queue({ expireInSeconds: 300 }),
  /** Sends one delivery out to the automation service; tried for about a day. */
  'deliveries.send': queue<{ readonly deliveryId: DeliveryId }>({
    retryLimit: 24,
    retryDelayMax: 7_200,
    expireInSeconds: 30,
  }),
  'deliveries.prune': scheduled({ cron: '30 3 * * *' }),
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
  options: Partial<Omit<Queue<Data>, 'cron' | 'atStart'>> = {},
): Queue<Data> {
  return { retryLimit: 5, retryDelay: 2, retryDelayMax: 300, expireInSeconds: 60, ...options }
}

/** What comes by the clock carries nothing. */
function scheduled<Data extends object = Nothing>(
  options: Partial<Queue<Data>> & { cron: string },
): Queue<Data> {
  return { ...queue<Data>(), ...options }
}
