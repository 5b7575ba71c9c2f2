import type { DeliveryId, UserId } from '#domain/ids.ts'

/** One kind of background work. `Data` is what a job of it carries, as JSON. */
interface Queue<Data extends object> {
  /** How often a job is retried before it goes to the dead letters. */
  readonly retryLimit: number
  /** Seconds before the first retry. They double with each retry, up to `retryDelayMax`, with some jitter. */
  readonly retryDelay: number
  readonly retryDelayMax: number
  /** After so many seconds an attempt has failed, and another instance may take the job over from a dead one. */
  readonly expireInSeconds: number
  /**
   * Runs one job at a time over all instances, oldest first. A failed job holds back all others until it is retried.
   * One without retries left would do so for a day, so such a queue needs `endlessRetries`.
   */
  readonly isSerial?: boolean
  /** How many jobs of the queue an instance runs at once; one if omitted. */
  readonly workers?: number
  /** The schedule of automatic jobs, in the workspace's time zone: minute, hour, day, month, weekday. */
  readonly cron?: string
  /** The data of the job that each start of an instance enqueues. */
  readonly atStart?: Data
  /** Never present: carries the type of the data. */
  readonly data?: Data
}

type NoData = Record<string, never>

const endlessRetries = 2_147_483_647

/** Every queue of background jobs. An entry here is all that a queue needs to exist. */
export const queues = {
  'contests.close': scheduled({ cron: '*/10 * * * *', atStart: {} }),
  /** Notices the quests whose goal was reached while nobody looked. */
  'quests.complete': scheduled({ cron: '* * * * *', atStart: {} }),
  /**
   * Builds the new standings of contests that were changed, and deletes unused ones. The schedule goes on with what a
   * killed instance has left.
   */
  'contests.build': scheduled({ cron: '* * * * *', atStart: {}, expireInSeconds: 900 }),
  /**
   * Sends pending notifications to the chat, in order. It also has a schedule, because notifications restored from a
   * backup have no job. With `examine`, a disconnected channel is checked before the next check is due.
   */
  'chat.send': scheduled<{ readonly examine?: boolean }>({
    cron: '*/10 * * * *',
    atStart: { examine: true },
    isSerial: true,
    retryLimit: endlessRetries,
    retryDelayMax: 30,
    expireInSeconds: 50,
  }),
  /** Goes on with pressed buttons that a killed instance has left. Whoever receives a press works on it without a job. */
  'chat.presses': scheduled({ cron: '* * * * *', atStart: {}, isSerial: true, retryLimit: endlessRetries }),
  /**
   * Updates messages in the chat that show something outdated. With `examine`, recent ones are compared with how things
   * stand.
   */
  'chat.update': scheduled<{ readonly examine?: boolean }>({
    cron: '*/10 * * * *',
    atStart: { examine: true },
    isSerial: true,
    retryLimit: endlessRetries,
    retryDelayMax: 60,
    expireInSeconds: 50,
  }),
  /** Shows the Home tab of the chat's app to whoever opened it. `notice` tells what a press in it did. */
  'chat.home': queue<{
    readonly slackUserId: string
    readonly notice?: { readonly text: string; readonly blocks: readonly object[] }
  }>({ retryLimit: 3, expireInSeconds: 30, workers: 3 }),
  /**
   * Sends the direct messages that are due. Its schedule notices the end of quiet hours. With `examine`, it tries again
   * even if Slack has just refused everybody's.
   */
  'chat.direct': scheduled<{ readonly examine?: boolean }>({
    cron: '*/5 * * * *',
    atStart: { examine: true },
    isSerial: true,
    retryLimit: endlessRetries,
    retryDelayMax: 30,
    expireInSeconds: 50,
  }),
  /**
   * Sends the e-mails that are due. Its schedule notices when the time of a member's mail has come. With `examine`, it tries
   * again even if the mail server has just taken nothing.
   */
  'mail.send': scheduled<{ readonly examine?: boolean }>({
    cron: '*/5 * * * *',
    atStart: { examine: true },
    isSerial: true,
    retryLimit: endlessRetries,
    retryDelayMax: 30,
    expireInSeconds: 50,
  }),
  /** Asks a member to confirm their address. */
  'mail.confirm': queue<{ readonly userId: UserId }>({ retryDelay: 30, retryDelayMax: 600 }),
  /** Tells members in whose time zone it is time that a post waits, that a streak ends today, and how their week was. */
  'direct.zones': scheduled({ cron: '*/10 * * * *', atStart: {}, expireInSeconds: 900 }),
  /** Tells members that a contest ends soon, and deletes old direct messages. */
  'direct.daily': scheduled({ cron: '10 9 * * *', expireInSeconds: 900 }),
  /** Tells members who passed them on the board. */
  'direct.passes': scheduled({ cron: '50 * * * *' }),
  'chat.leaderboard': scheduled({ cron: '0 9 * * 1' }),
  /** Shortly after the day begins, because a job may start a little early. The places are those of the turn itself. */
  'leaderboard.mark': scheduled({ cron: '1 0 * * *', atStart: {} }),
  /** Opens the windows of the boards before they begin, builds those that are missing, and deletes those that have ended. */
  'leaderboard.windows': scheduled({ cron: '5 * * * *', atStart: {}, expireInSeconds: 900 }),
  /** Counts all streaks anew after their rules have changed. */
  'streaks.recount': queue({ expireInSeconds: 3_000 }),
  /** Counts who reported most in periods with too many reports to count them whenever somebody asks. */
  'leaders.count': scheduled({ cron: '20 * * * *', atStart: {}, expireInSeconds: 3_000 }),
  /** Looks for posts on which many members reported within minutes. */
  'surges.seek': scheduled({ cron: '*/5 * * * *', atStart: {}, expireInSeconds: 900 }),
  'chat.contest-reminder': scheduled({ cron: '0 9 * * *' }),
  /** Imports the members of the chat's workspace. */
  'chat.import': queue({ expireInSeconds: 300 }),
  /** Disables members who were removed from the chat's workspace, and enables those who came back. */
  'chat.members': scheduled({ cron: '30 4 * * *', expireInSeconds: 300 }),
  /** Brings the teams in step with the user groups of the chat that they follow. */
  'chat.groups': scheduled({ cron: '40 * * * *', retryLimit: 3, retryDelay: 30, expireInSeconds: 600 }),
  /**
   * Sends one delivery to the automation service or to a webhook; retried for about a day. A webhook's job schedules the
   * next try itself, because a receiver may say when. Several are under way at once, so that a slow receiver holds up
   * no other.
   */
  'deliveries.send': queue<{ readonly deliveryId: DeliveryId }>({
    retryLimit: 24,
    retryDelayMax: 7_200,
    expireInSeconds: 30,
    workers: 3,
  }),
  'deliveries.prune': scheduled({ cron: '30 3 * * *' }),
  /** Writes a backup. The nightly job does so only while nightly backups are switched on. */
  'backups.write': scheduled<{ readonly isAsked?: boolean }>({
    cron: '15 2 * * *',
    retryLimit: 2,
    retryDelay: 300,
    retryDelayMax: 900,
    expireInSeconds: 3_600,
  }),
  /** Compares the totals with the ledger, every night and when an administrator asks for it. */
  'verify.run': scheduled({ cron: '45 2 * * *', retryLimit: 2, retryDelay: 60, expireInSeconds: 900 }),
  /** Tells webhooks what members have earned since the last time, from the ledger. */
  'webhooks.earnings': scheduled({
    cron: '* * * * *',
    atStart: {},
    isSerial: true,
    retryLimit: endlessRetries,
    retryDelayMax: 30,
    expireInSeconds: 300,
  }),
  /**
   * Publishes every scheduled post whose time has come. Each waiting post also has a job of its own at its time; the
   * schedule finds those that have lost it, as after a restored backup.
   */
  'posts.publish': scheduled({ cron: '* * * * *', atStart: {} }),
} as const satisfies Readonly<Record<string, Queue<object>>>

export type QueueName = keyof typeof queues
export type JobData<Name extends QueueName> = (typeof queues)[Name] extends Queue<infer Data> ? Data : never

/** Holds jobs that failed for good. It has no handler. */
export const deadLetterQueue = 'dead'

export const queueNames = Object.keys(queues) as QueueName[]

/** The entry of a queue, with the type that all queues have in common. */
export function getQueue(name: QueueName): Queue<object> {
  return queues[name]
}

function queue<Data extends object>(
  options: Partial<Omit<Queue<Data>, 'cron' | 'atStart'>> = {},
): Queue<Data> {
  return { retryLimit: 5, retryDelay: 2, retryDelayMax: 300, expireInSeconds: 60, ...options }
}

/** Scheduled jobs carry no data. */
function scheduled<Data extends object = NoData>(
  options: Partial<Queue<Data>> & { cron: string },
): Queue<Data> {
  return { ...queue<Data>(), ...options }
}
