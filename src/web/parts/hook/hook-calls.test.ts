import { expect, it } from 'vitest'
import { newPostPayload } from '#contract/posts.schema.ts'
import { hookCall, hookTools } from './hook-calls.ts'

const place = {
  publicUrl: "https://ovation.example.net/it's",
  header: 'X-Webhook-Secret',
  secret: `a'b$(c)"d`,
}

it('the curl command quotes address, secret and body for the shell', () => {
  const { text } = hookCall('curl', place)
  const [address, secret, type, body = ''] = text.split(' \\\n  ')
  expect([address, secret, type]).toEqual([
    String.raw`curl 'https://ovation.example.net/it'\''s/api/webhooks/socialpilot/new-post'`,
    String.raw`-H 'X-Webhook-Secret: a'\''b$(c)"d'`,
    `-H 'Content-Type: application/json'`,
  ])
  const [, sent = ''] = /^-d '(.*)'$/s.exec(body) ?? []
  expect(newPostPayload.safeParse(JSON.parse(sent)).success).toBe(true)
})

it.each(hookTools)('the call from %s names its address, and only the command contains the secret', (tool) => {
  const { address, text, steps } = hookCall(tool, place)
  expect(address.startsWith(`${place.publicUrl}/api/`)).toBe(true)
  expect(steps.length).toBeGreaterThan(1)
  expect(JSON.stringify([address, text, steps]).includes('$(c)')).toBe(tool === 'curl')
})
