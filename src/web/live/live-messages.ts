import type { QueryClient } from '@tanstack/react-query'
import { listAchievements } from '#contract/achievements.ts'
import { listActivities } from '#contract/activities.ts'
import { getCurrentContest, listContests } from '#contract/contests.ts'
import { myInteractions, recentInteractions, recentInteractionsOf } from '#contract/interactions.ts'
import {
  getAround,
  getLeaderboard,
  getMovement,
  getMyRank,
  getMyStanding,
  getStandingsAround,
  type LeaderboardEntry,
  type LeaderboardPage,
} from '#contract/leaderboard.ts'
import type { LiveMessage, PointMessage } from '#contract/live.ts'
import { ownTopics, type Topic, topics, urgentTopics } from '#contract/topics.ts'
import { getCurrentUser } from '#contract/users.ts'
import { refetchFailed, refreshAnswers, type Shown } from '#web/api/query-client.ts'
import { read } from '#web/api/read.ts'
import type { BoardWatch } from './later.ts'

type Later = typeof import('./later.ts')

/** No first screen waits for what can be loaded this much later. */
const loadLaterMs = 2_000
const gatherMs = 300
/**
 * The shortest time between two refreshes of the same list, however fast messages arrive: a second, and what a read can
 * begin later than its refresh, because each begins in a task of its own.
 */
const refreshGapMs = 1100
/** What a message hardly ever changes waits so long, and up to as long again, so that it delays nothing that changed. */
const unlikelyMs = 1000

/** What shows any member's report to all members. What else changed, other messages tell. */
const reported: readonly Shown[] = [listActivities, getLeaderboard, getCurrentContest]
/** What the report of somebody else may change, but hardly ever does. */
const unlikely: readonly Shown[] = [getCurrentUser, listContests, listAchievements]
/** The member's own place and those next to it. */
const ownPlaces: readonly Shown[] = [getMyRank, getAround, getMovement, getMyStanding, getStandingsAround]
const ownReports: readonly Shown[] = [recentInteractions, recentInteractionsOf, myInteractions]
/** Topics of their own in which a member earns or loses points. */
const earningTopics: readonly Topic[] = [
  'reports',
  'achievements',
  'shares',
  'links',
  'appeals',
  'adjustments',
]
/** What changes for a member now and then, and in what everybody sees. */
const memberTopics: readonly Topic[] = ['totals', 'streaks']
const messageTypes: ReadonlySet<string> = new Set<LiveMessage['type']>([
  'connected',
  'POINT_UPDATE',
  'POINT_REMOVAL',
  'LEADERBOARD_UPDATE',
  'ENGAGEMENT_UPDATE',
  'QUEST_DONE',
  'TOUCHED',
])

/** Parses a text from the socket. An unknown message is logged and gives null. */
export function parsedLiveMessage(text: string): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(text)
    if (isLiveMessage(message)) return message
    console.info('A live message of an unknown type was ignored', message)
  } catch {
    console.info('A live message that is not JSON was ignored')
  }
  return null
}

export function isPointMessage(message: LiveMessage): message is PointMessage {
  return message.type === 'POINT_UPDATE' || message.type === 'POINT_REMOVAL'
}

/**
 * Updates the browser's cache from live messages. Refreshes are batched for a moment, with a minimum gap between them.
 * Where many windows are open, those of what everybody sees are also spread over some time.
 */
export class LiveCache {
  readonly #client: QueryClient
  readonly #shared: Gatherer
  readonly #own: Gatherer
  readonly #places: Gatherer
  readonly #unlikely: Gatherer
  readonly #loading: ReturnType<typeof setTimeout>
  #later: Later | null = null
  #boards: BoardWatch | null = null
  #isStopped = false
  /** Over how long the server wants the windows to spread what they read. */
  #withinMs = 0

  constructor(client: QueryClient) {
    this.#client = client
    this.#shared = new Gatherer(client)
    this.#own = new Gatherer(client)
    this.#places = new Gatherer(client, () => this.#boards?.outdated() ?? [])
    this.#unlikely = new Gatherer(client)
    this.#loading = setTimeout(() => void this.#loadLater().catch(() => undefined), loadLaterMs)
  }

  apply(message: LiveMessage): void {
    if (message.type === 'connected') this.#withinMs = message.data.withinMs ?? 0
    if (isPointMessage(message)) {
      this.#refreshSoon(reported)
      const others = message.type === 'POINT_REMOVAL' ? unlikely.concat(ownReports) : unlikely
      this.#unlikely.add(others, Math.max(this.#withinMs, unlikelyMs), unlikelyMs)
      this.#refreshPlaces(({ username }) => username === message.data.username)
    }
    // An update without a post means that the points rules changed, which set what reports earn.
    if (message.type === 'ENGAGEMENT_UPDATE')
      this.#refreshSoon(topics[message.data.postId ? 'posts' : 'rules'])
    if (message.type === 'LEADERBOARD_UPDATE') this.#replaceLeaderboard(message.data)
    if (message.type === 'TOUCHED') this.#refreshTouched(message)
  }

  /** After a time without messages, refreshes what changed meanwhile and what could not be read; everything if need be. */
  async catchUp(awayMs: number): Promise<void> {
    const missed = await this.#loadLater()
      .then(({ readMissed }) => readMissed(awayMs))
      .catch(() => null)
    if (this.#isStopped) return
    if (!missed) {
      this.#refreshSoon(Object.values(topics).flat())
      return
    }
    void refetchFailed(this.#client)
    const { topics: touched, members } = missed
    const withinMs = this.#withinMs
    // Little is read again, and the windows connected one after another.
    this.#refreshTouched({ type: 'TOUCHED', topics: touched, withinMs: withinMs / 4 })
    if (touched.includes('totals')) {
      if (members) this.#refreshPlaces(({ id }) => members.includes(id))
      else this.#places.add(ownPlaces, this.#withinMs)
    }
    this.#withinMs = withinMs
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#loading)
    this.#boards?.stop()
    for (const gatherer of [this.#shared, this.#own, this.#places, this.#unlikely]) gatherer.stop()
  }

  async #loadLater(): Promise<Later> {
    const later = await import('./later.ts')
    if (!this.#later && !this.#isStopped)
      this.#boards = later.watchBoards(this.#client, () => this.#places.askSoon())
    this.#later = later
    return later
  }

  #refreshTouched({ topics: touched, withinMs = 0 }: LiveMessage & { type: 'TOUCHED' }): void {
    this.#withinMs = withinMs
    const urgent = touched.filter((topic) => urgentTopics.includes(topic))
    void refreshAnswers(this.#client, shownBy(urgent))
    const others = touched.filter((topic) => !urgentTopics.includes(topic))
    if (others.some((topic) => ownTopics.includes(topic))) this.#refreshOwn(others)
    else {
      // Whose own place and account have changed, other messages tell.
      const ofMembers = others.filter((topic) => memberTopics.includes(topic))
      const boards = shownBy(ofMembers).filter((shown) => !isOwn(shown))
      this.#refreshSoon(shownBy(others.filter((topic) => !ofMembers.includes(topic))).concat(boards))
    }
  }

  /** Only the members whose own these topics are hear of them, so that need not be spread. */
  #refreshOwn(touched: readonly Topic[]): void {
    const hasEarned = touched.some((topic) => earningTopics.includes(topic))
    const shown = shownBy(touched).concat(hasEarned ? getCurrentUser : [])
    // Where nothing is spread, all is read together, and nothing twice.
    const gatherer = this.#withinMs > 0 ? this.#own : this.#shared
    this.#unlikely.leaveOut(shown)
    gatherer.add(shown, 0)
    if (hasEarned) this.#places.add(ownPlaces, 0)
  }

  /** Reads the own place again if one of those who have changed is next to it. */
  #refreshPlaces(hasChanged: (row: LeaderboardEntry) => boolean): void {
    const withinMs = this.#withinMs
    const refresh = (later: Later | null) => {
      if (later?.isNeighbour(this.#client, hasChanged) ?? true) this.#places.add(ownPlaces, withinMs)
    }
    if (this.#later) refresh(this.#later)
    else
      void this.#loadLater()
        .catch(() => null)
        .then((later) => this.#isStopped || refresh(later))
  }

  #refreshSoon(endpoints: readonly Shown[]): void {
    this.#unlikely.leaveOut(endpoints)
    this.#shared.add(endpoints, this.#withinMs)
  }

  #replaceLeaderboard(page: LeaderboardPage): void {
    const { queryKey } = read(getLeaderboard)
    // An answer still in flight is older than this message and would overwrite it with an older board.
    void this.#client.cancelQueries({ queryKey, exact: true })
    this.#client.setQueryData(queryKey, page)
  }
}

/** Gathers what has to be read again, and reads it once for many messages. */
class Gatherer {
  readonly #client: QueryClient
  readonly #gathered = new Set<Shown>()
  readonly #alsoDue: () => readonly Shown[]
  #timer: ReturnType<typeof setTimeout> | undefined
  #dueMs = 0
  #refreshedMs = Number.NEGATIVE_INFINITY

  constructor(client: QueryClient, alsoDue: () => readonly Shown[] = () => []) {
    this.#client = client
    this.#alsoDue = alsoDue
  }

  add(endpoints: readonly Shown[], withinMs: number, leastMs = gatherMs): void {
    for (const shown of endpoints) this.#gathered.add(shown)
    if (this.#gathered.size === 0) return
    const gapMs = this.#refreshedMs + Math.max(refreshGapMs, withinMs) - performance.now()
    if (this.#timer === undefined) this.#wait(Math.max(leastMs, gapMs) + Math.random() * withinMs)
  }

  /** Does not read these, because they are about to be read elsewhere. */
  leaveOut(endpoints: readonly Shown[]): void {
    for (const shown of endpoints) this.#gathered.delete(shown)
  }

  /** Asks as soon as the gap allows what else is due, and reads it with all that is gathered. */
  askSoon(): void {
    const gapMs = Math.max(0, this.#refreshedMs + refreshGapMs - performance.now())
    if (this.#timer !== undefined && this.#dueMs <= performance.now() + gapMs) return
    clearTimeout(this.#timer)
    this.#wait(gapMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#gathered.clear()
  }

  #wait(delayMs: number): void {
    this.#dueMs = performance.now() + delayMs
    this.#timer = setTimeout(() => this.#refresh(), delayMs)
  }

  #refresh(): void {
    const due = [...this.#gathered, ...this.#alsoDue()]
    this.stop()
    if (due.length === 0) return
    this.#refreshedMs = performance.now()
    void refreshAnswers(this.#client, due)
  }
}

function shownBy(touched: readonly Topic[]): readonly Shown[] {
  return touched.flatMap((topic): readonly Shown[] => topics[topic])
}

function isOwn(shown: Shown): boolean {
  return shown === getCurrentUser || ownPlaces.includes(shown)
}

function isLiveMessage(message: unknown): message is LiveMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false
  return typeof message.type === 'string' && messageTypes.has(message.type)
}
