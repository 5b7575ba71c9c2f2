import type { LiveMessage } from '#contract/live.ts'
import { liveTopics, ownTopics, type Topic } from '#contract/topics.ts'
import type { UserId } from '#domain/ids.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Announcement, Listener } from '#server/db/announcement.ts'
import type { Hub } from './hub.ts'

const pushEveryMs = 1_000

/**
 * Tells open windows which topics a commit touched: the first time at once, then in batches at most once a second.
 * Members' own topics are sent only to the members that the commit names.
 */
export function touchPush(hub: Hub): Listener {
  const shared = new Set<Topic>()
  const byMember = new Map<UserId, Set<Topic>>()
  let lastPushMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  const push = () => {
    timer = null
    lastPushMs = monotonicMs()
    if (shared.size > 0) hub.broadcast(touched(shared))
    for (const [memberId, topics] of byMember) hub.sendTo(memberId, touched(topics))
    shared.clear()
    byMember.clear()
  }
  const note = ({ topics = [], members = [] }: Announcement) => {
    for (const topic of topics) {
      if (!liveTopics.includes(topic)) continue
      if (!ownTopics.includes(topic)) shared.add(topic)
      else for (const id of members) byMember.set(id, (byMember.get(id) ?? new Set()).add(topic))
    }
  }
  return (announcement) => {
    if (hub.size === 0) return
    note(announcement)
    if (timer || shared.size + byMember.size === 0) return
    timer = setTimeout(push, Math.max(0, lastPushMs + pushEveryMs - monotonicMs()))
    timer.unref()
  }
}

function touched(topics: ReadonlySet<Topic>): Buffer {
  const message: LiveMessage = { type: 'TOUCHED', topics: [...topics] }
  return Buffer.from(JSON.stringify(message))
}
