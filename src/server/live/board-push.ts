import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { topicsOf } from '#contract/topics.ts'
import type { Ready } from '#server/cache/kept.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Listener } from '#server/db/announcement.ts'
import type { Log } from '#server/log.ts'
import type { Hub } from './hub.ts'

const pushEveryMs = 1_000
/** Above this, all windows together get no board. `TOUCHED` tells them that it changed, and they read it by and by. */
const mostPushedBytes = 2_000_000
const boardTopics = topicsOf(getLeaderboard)

/**
 * Pushes the board when totals change: the first time at once, then at most once a second. Skips identical boards, and
 * those that would be too much for all windows together.
 */
export function boardPush(hub: Hub, board: Ready, log: Log): Listener {
  let lastPushMs = Number.NEGATIVE_INFINITY
  let lastEtag = ''
  let timer: NodeJS.Timeout | null = null
  const push = async () => {
    timer = null
    lastPushMs = monotonicMs()
    try {
      const { body, etag } = await board.read()
      if (etag === lastEtag) return
      lastEtag = etag
      if (body.length * hub.size > mostPushedBytes) return
      hub.broadcast('LEADERBOARD_UPDATE', Buffer.from(`{"type":"LEADERBOARD_UPDATE","data":${body}}`))
    } catch (error) {
      log.warn({ err: error }, 'the board could not be pushed')
    }
  }
  return ({ topics }) => {
    if (timer || hub.size === 0 || !topics?.some((topic) => boardTopics.includes(topic))) return
    timer = setTimeout(push, Math.max(0, lastPushMs + pushEveryMs - monotonicMs()))
    timer.unref()
  }
}
