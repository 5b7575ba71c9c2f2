import { beforeEach, describe, expect, test } from 'vitest'
import type { PostId } from '#domain/ids.ts'
import { type Announcement, Announcements } from './announcement.ts'
import { newId } from './new-id.ts'
import { retrySerialisation } from './transaction.ts'

let received: Announcement[]
let announcements: Announcements

beforeEach(() => {
  received = []
  announcements = new Announcements()
  announcements.listen((announcement) => received.push(announcement))
})

describe('an announcement in a transaction', () => {
  test('is sent after a successful commit, and not before', async () => {
    const answer = await announcements.afterCommit(async (announce) => {
      announce({ topics: ['posts'] })
      await Promise.resolve()
      expect(received).toEqual([])
      return 7
    })
    expect([answer, received]).toEqual([7, [{ topics: ['posts'] }]])
  })

  test('is not sent after a rollback', { tags: ['inv-15'] }, async () => {
    const failing = announcements.afterCommit((announce) => {
      announce({ topics: ['posts'] })
      return Promise.reject(new Error('no'))
    })
    await expect(failing).rejects.toThrow('no')
    expect(received).toEqual([])
  })

  test('is sent once when the transaction is retried', async () => {
    let attempts = 0
    await retrySerialisation(() =>
      announcements.afterCommit((announce) => {
        announce({ topics: ['posts'] })
        attempts++
        return attempts < 3
          ? Promise.reject(Object.assign(new Error('deadlock'), { code: '40P01' }))
          : Promise.resolve()
      }),
    )
    expect([attempts, received]).toEqual([3, [{ topics: ['posts'] }]])
  })

  test('is sent to every listener', async () => {
    const others: Announcement[] = []
    announcements.listen((announcement) => others.push(announcement))
    await announcements.afterCommit(async (announce) => announce({ hasNewSecret: true }))
    expect(others).toEqual(received)
  })

  test('is merged with others for the same members, without duplicates', async () => {
    const [ana, ben, ended] = [newId<'user'>(), newId<'user'>(), newId<'session'>()]
    await announcements.afterCommit(async (announce) => {
      announce({ topics: ['totals', 'links'], members: [ana] })
      announce({ topics: ['totals'], members: [ben] })
      announce({ topics: ['posts'] })
      announce({ topics: ['totals', 'activities'], members: [ana], changedUsers: [ana] })
      announce({ endedSessions: [ended], hasNewSecret: true })
    })
    expect(received).toEqual([
      { topics: ['totals', 'links', 'activities'], members: [ana], changedUsers: [ana] },
      { topics: ['totals'], members: [ben] },
      { topics: ['posts'], endedSessions: [ended], hasNewSecret: true },
    ])
  })

  test('keeps its messages, in their order', async () => {
    const [one, two, three] = [newId<'post'>(), newId<'post'>(), newId<'post'>()]
    const about = (postId: PostId) => ({ type: 'ENGAGEMENT_UPDATE', data: { postId } }) as const
    await announcements.afterCommit(async (announce) => {
      announce({ messages: [about(one)] })
      announce({ messages: [about(two), about(three)] })
    })
    expect(received).toEqual([{ messages: [about(one), about(two), about(three)] }])
  })
})
