import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { listPosts } from '#contract/posts.schema.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { scrape, seriesValue } from '#test/support/scrape.ts'
import { type ChatStage, joined, startChatStage } from '#test/support/slack-chat.ts'

const outageMs = 1_000 * Number(process.env.OVATION_OUTAGE_SECONDS ?? 1)
// Long enough for a busy machine to answer the members meanwhile.
const chatTimeoutMs = Math.min(10_000, Math.max(5_000, outageMs))
const postCount = 20
const minuteMs = 60_000

let stage: ChatStage

beforeEach(async () => {
  stage = await startChatStage({ limits: { chatTimeoutMs, perMember: 100_000, reportsPerMember: 100_000 } })
})

afterEach(() => stage.close())

test('while Slack hangs, members work on, and each message arrives once and in order afterwards', {
  tags: ['outage-slack', 'f-10'],
  timeout: 120_000 + 2 * outageMs,
}, async () => {
  const { t, workplace } = stage
  const as = await t.member('busy.bea')
  const posts: string[] = []
  for (let nth = 0; nth < postCount; nth++) posts.push(await insertPost(t.deps))
  await stage.queueJoined('Ana', 'Ben', 'Cem')
  const untilMs = performance.now() + outageMs
  workplace.fault({ match: /chat\.postMessage/, times: 1_000, mode: 'hang' })
  do {
    let isSending = true
    const sending = stage.send().then(
      () => 'sent',
      () => 'failed',
    )
    void sending.then(() => {
      isSending = false
    })
    await expect.poll(() => stage.requestCount('chat.postMessage')).toBeGreaterThan(0)
    for (const postId of posts.splice(0, 2)) {
      const body = { postId, interactionType: 'like' }
      expect((await t.call(reportInteraction, { as, body })).status).toBe(200)
    }
    expect((await t.call(listPosts, { as })).status).toBe(200)
    // All of these were answered while Slack was still silent.
    expect(isSending).toBe(true)
    expect(await sending).toBe('failed')
    await sleep(50)
  } while (performance.now() < untilMs)
  const waiting = await stage.notifications()
  expect(waiting.filter(({ isSent, isFailed }) => isSent || isFailed)).toEqual([])
  t.clock.advance(minuteMs)
  const samples = await scrape(t)
  expect(seriesValue(samples, 'ovation_chat_outbox_waiting')).toBe(waiting.length)
  expect(seriesValue(samples, 'ovation_chat_outbox_oldest_seconds')).toBeGreaterThanOrEqual(60)
  expect(seriesValue(samples, 'ovation_dead_letters')).toBe(0)

  workplace.clearFaults()
  await stage.sendAll()
  const texts = await stage.texts()
  expect(texts.filter((text) => text.endsWith('has joined. Welcome!'))).toEqual(joined('Ana', 'Ben', 'Cem'))
})
