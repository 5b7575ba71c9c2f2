import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPosts } from '#contract/posts.schema.ts'
import { submitShare } from '#contract/shares.schema.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { type HookApp, startHookApp } from '#test/support/hooks.ts'

let t: HookApp
let trap: Server
let origin: string
let connections = 0

beforeAll(async () => {
  trap = createServer((socket) => {
    connections++
    socket.on('error', () => undefined).end()
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  const address = trap.address()
  if (address === null || typeof address === 'string') throw new Error('the trap has no port')
  origin = `http://127.0.0.1:${address.port}`
  t = await startHookApp()
})
afterAll(async () => {
  await t.close()
  trap.close()
})

test('the server opens no address that somebody wrote into a post or a share', {
  tags: ['sec-54'],
}, async () => {
  await t.deps.jobs.work(jobHandlers, t.deps)
  const as = await t.member('ana.lima')
  const reply = await t.newPost({
    content: `Look at ${origin}/text`,
    post_url: `${origin}/post`,
    image_url: `${origin}/image.png`,
    author_avatar: `${origin}/avatar.png`,
  })
  expect(reply.status).toBe(200)
  const share = { platform: 'other', customMessage: `${origin}/message`, shareUrl: `${origin}/share` }
  expect((await t.call(submitShare, { as, body: { ...share, platform: 'linkedin' } })).status).toBe(200)
  const [shown] = (await t.call(listPosts, { as })).answer.data
  expect(shown).toMatchObject({ imageUrl: `${origin}/image.png`, authorAvatarUrl: `${origin}/avatar.png` })
  await t.deps.jobs.stop()
  expect(connections).toBe(0)
  // The trap works: whoever opens one of them is seen.
  await fetch(`${origin}/post`).catch(() => null)
  expect(connections).toBe(1)
})
