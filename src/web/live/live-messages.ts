import type { QueryClient } from '@tanstack/react-query'
import { getLeaderboard, type LeaderboardPage } from '#contract/leaderboard.ts'
import type { LiveMessage } from '#contract/live.ts'
import { liveTopics, type Topic, urgentTopics } from '#contract/topics.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { refresh } from '#web/api/query-client.ts'
import { read } from '#web/api/read.ts'
import { counted } from '#web/ui/time-words.ts'
import type { Toast } from '#web/ui/toast-queue.ts'

const gatherMs = 300
/** The shortest time between two refreshes of the same list, however fast messages arrive. */
const refreshGapMs = 1000
const activityNames = { like: 'liking', comment: 'commenting', share: 'sharing' } as const
const pointToastMs = 3000

/** The topics that any member's report changes for all members. */
const reported: readonly Topic[] = ['totals', 'activities', 'contests', 'rewards', 'achievements', 'streaks']
const messageTypes: ReadonlySet<string> = new Set<LiveMessage['type']>([
  'connected',
  'POINT_UPDATE',
  'POINT_REMOVAL',
  'LEADERBOARD_UPDATE',
  'ENGAGEMENT_UPDATE',
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

export function toastFor(message: LiveMessage): Toast | null {
  if (message.type === 'POINT_UPDATE') {
    const { displayName, pointsEarned, interactionType, platform } = message.data
    if (pointsEarned === 0) return null
    return {
      title: 'Points Earned!',
      description: `${displayName} earned ${counted(pointsEarned, 'point')} for ${activityNames[interactionType]} on ${platformNames[platform]}`,
      kind: 'live',
      durationMs: pointToastMs,
    }
  }
  if (message.type === 'POINT_REMOVAL') {
    const { displayName, pointsRemoved, interactionType } = message.data
    if (pointsRemoved === 0) return null
    return {
      title: 'Points Removed',
      description: `${displayName} undid their ${interactionType} (-${counted(pointsRemoved, 'point')})`,
      kind: 'live',
    }
  }
  return null
}

/**
 * Updates the browser's cache from live messages. Refreshes are batched for a moment, with a minimum gap between them.
 */
export class LiveCache {
  readonly #client: QueryClient
  readonly #gathered = new Set<Topic>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #refreshedMs = Number.NEGATIVE_INFINITY

  constructor(client: QueryClient) {
    this.#client = client
  }

  apply(message: LiveMessage): void {
    if (message.type === 'POINT_UPDATE') this.#refreshSoon(reported)
    if (message.type === 'POINT_REMOVAL') this.#refreshSoon([...reported, 'reports'])
    // An update without a post means that the points rules changed, which set what reports earn.
    if (message.type === 'ENGAGEMENT_UPDATE') this.#refreshSoon([message.data.postId ? 'posts' : 'rules'])
    if (message.type === 'LEADERBOARD_UPDATE') this.#replaceLeaderboard(message.data)
    if (message.type === 'TOUCHED') this.#refreshTouched(message.topics)
  }

  /** Refreshes all live data, because messages may have been missed. */
  refreshAll(): void {
    this.#refreshSoon(liveTopics)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#gathered.clear()
  }

  #refreshTouched(topics: readonly Topic[]): void {
    const urgent = topics.filter((topic) => urgentTopics.includes(topic))
    const others = topics.filter((topic) => !urgentTopics.includes(topic))
    void refresh(this.#client, urgent)
    if (others.length > 0) this.#refreshSoon(others)
  }

  #refreshSoon(topics: readonly Topic[]): void {
    for (const topic of topics) this.#gathered.add(topic)
    const gapMs = this.#refreshedMs + refreshGapMs - performance.now()
    this.#timer ??= setTimeout(() => this.#refreshGathered(), Math.max(gatherMs, gapMs))
  }

  #refreshGathered(): void {
    const due = [...this.#gathered]
    this.stop()
    this.#refreshedMs = performance.now()
    void refresh(this.#client, due)
  }

  #replaceLeaderboard(page: LeaderboardPage): void {
    const { queryKey } = read(getLeaderboard)
    // An answer still in flight is older than this message and would overwrite it with an older board.
    void this.#client.cancelQueries({ queryKey, exact: true })
    this.#client.setQueryData(queryKey, page)
  }
}

function isLiveMessage(message: unknown): message is LiveMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false
  return typeof message.type === 'string' && messageTypes.has(message.type)
}
