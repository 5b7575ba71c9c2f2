import type { PostId, QuestId } from '#domain/ids.ts'
import type { InteractionType, Platform } from '#domain/vocabulary.ts'
import type { LeaderboardPage } from './leaderboard.ts'
import type { Topic } from './topics.ts'

/** The path of the WebSocket, on the page's own host. */
export const livePath = '/ws'

interface PointEvent {
  readonly username: string
  readonly displayName: string
  readonly interactionType: InteractionType
  readonly platform: Platform
  readonly postId: PostId
}

/** Somebody earned points with a report, or undid one. */
export type PointMessage =
  | { readonly type: 'POINT_UPDATE'; readonly data: PointEvent & { readonly pointsEarned: number } }
  | { readonly type: 'POINT_REMOVAL'; readonly data: PointEvent & { readonly pointsRemoved: number } }

/**
 * Only where many windows are open: each of them reads what has changed at a random moment within this time, so that
 * they do not all ask at once.
 */
interface Spread {
  readonly withinMs?: number
}

/** Everything the server pushes. The client sends nothing. */
export type LiveMessage =
  /** Confirms the connection; `signedIn` says whether other messages will follow. */
  | { readonly type: 'connected'; readonly data: { readonly signedIn: boolean } & Spread }
  | PointMessage
  /** The complete new answer for the leaderboard's first page. With many windows only `TOUCHED` tells that it changed. */
  | { readonly type: 'LEADERBOARD_UPDATE'; readonly data: LeaderboardPage }
  /** A post arrived or its numbers changed. Null means all posts, when what reports on them earn has changed. */
  | { readonly type: 'ENGAGEMENT_UPDATE'; readonly data: { readonly postId: PostId | null } }
  /** The team has reached the goal of a quest. */
  | { readonly type: 'QUEST_DONE'; readonly data: { readonly questId: QuestId; readonly title: string } }
  /** What changed; `topics.ts` says which answers show it. */
  | ({ readonly type: 'TOUCHED'; readonly topics: readonly Topic[] } & Spread)
