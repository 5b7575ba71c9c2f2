import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { listAchievements } from '#contract/achievements.ts'
import { listActivities } from '#contract/activities.ts'
import { getCurrentContest, listContests } from '#contract/contests.ts'
import { myInteractions, recentInteractions } from '#contract/interactions.ts'
import { getLeaderboard, getMyRank, type LeaderboardPage } from '#contract/leaderboard.ts'
import { myLinks } from '#contract/links.ts'
import type { LiveMessage } from '#contract/live.ts'
import { listPointsConfigurations } from '#contract/points.ts'
import { listPosts } from '#contract/posts.ts'
import { getCurrentUser } from '#contract/users.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { refresh } from '../api/query-client.ts'
import type { Toast } from '../components/toast-queue.ts'

const gatherMs = 300
/** However fast messages come, no list is asked for more often than this. */
const refreshGapMs = 1000
const pointToastMs = 3000

const pointAddresses = [
  getCurrentUser.path,
  listActivities.path,
  getLeaderboard.path,
  listContests.path,
  getCurrentContest.path,
  listAchievements.path,
]
const ownTotalAddresses = [getCurrentUser.path, getMyRank.path, listAchievements.path, myLinks.path]
const ownReportAddresses = [recentInteractions.path, myInteractions.path]
const messageTypes: ReadonlySet<string> = new Set<LiveMessage['type']>([
  'connected',
  'POINT_UPDATE',
  'POINT_REMOVAL',
  'LEADERBOARD_UPDATE',
  'ENGAGEMENT_UPDATE',
])

/** The message that a text from the socket holds; null, after a line in the console, when it is none that is known. */
export function parsedLiveMessage(text: string): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(text)
    if (isLiveMessage(message)) return message
    console.info('A live message of an unknown type was ignored', message)
  } catch {
    console.info('A live message that is no JSON was ignored')
  }
  return null
}

export function toastFor(message: LiveMessage): Toast | null {
  if (message.type === 'POINT_UPDATE') {
    const { username, pointsEarned, interactionType, platform } = message.data
    return {
      title: 'Points Earned!',
      description: `${username} earned ${pointsEarned} points for ${interactionType}ing on ${platformNames[platform]}`,
      kind: 'live',
      durationMs: pointToastMs,
    }
  }
  if (message.type === 'POINT_REMOVAL') {
    const { username, pointsRemoved, interactionType } = message.data
    return {
      title: 'Points Removed',
      description: `${username} undid their ${interactionType} (-${pointsRemoved} points)`,
      kind: 'live',
    }
  }
  return null
}

/**
 * Brings what the browser has cached up to date with live messages. Refreshes are gathered for a moment, and follow each
 * other with a gap.
 */
export class LiveCache {
  readonly #client: QueryClient
  readonly #gathered = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #refreshedMs = Number.NEGATIVE_INFINITY

  constructor(client: QueryClient) {
    this.#client = client
  }

  apply(message: LiveMessage): void {
    if (message.type === 'POINT_UPDATE') this.#refreshSoon(pointAddresses)
    if (message.type === 'POINT_REMOVAL') this.#refreshSoon([...pointAddresses, ...ownReportAddresses])
    if (message.type === 'ENGAGEMENT_UPDATE') this.#refreshSoon(postAddresses(message.data.postId))
    if (message.type === 'LEADERBOARD_UPDATE') this.#replaceLeaderboard(message.data)
  }

  /** Everything that a message may have been missed about. */
  refreshAll(): void {
    this.#refreshSoon([
      ...pointAddresses,
      ...ownTotalAddresses,
      ...ownReportAddresses,
      ...postAddresses(null),
    ])
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#gathered.clear()
  }

  #refreshSoon(addresses: readonly string[]): void {
    for (const address of addresses) this.#gathered.add(address)
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
    // Points come without a message of their own too, by a click on a link or when a share is verified; a new name
    // comes from another window.
    const own = this.#client.getQueryData<z.output<typeof getCurrentUser.answer>>([getCurrentUser.path])?.data
    const entry = page.data.find(({ id }) => id === own?.id)
    const isChanged = entry && (entry.totalPoints !== own?.totalPoints || entry.username !== own.username)
    if (isChanged) this.#refreshSoon(ownTotalAddresses)
    const queryKey = [getLeaderboard.path]
    // An answer still on its way was made before this message, and would put an older board over it.
    void this.#client.cancelQueries({ queryKey, exact: true })
    this.#client.setQueryData(queryKey, page)
  }
}

/** A change to all posts is one of the points rules, which say what reports on them earn. */
function postAddresses(postId: string | null): readonly string[] {
  return postId === null ? [listPosts.path, listPointsConfigurations.path] : [listPosts.path]
}

function isLiveMessage(message: unknown): message is LiveMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false
  return typeof message.type === 'string' && messageTypes.has(message.type)
}
