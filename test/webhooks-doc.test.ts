import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookMessages } from '#contract/webhooks.schema.ts'
import { mostWebhooks, testEvent, webhookEvents } from '#domain/webhooks.ts'
import { startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { assertSignature, signatureHeaders } from '#server/hooks/signature.ts'
import { testMoment } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

const run = promisify(execFile)
const key = Buffer.from([0, 10, 255, ...Buffer.from('a key with bytes that no text has')])
const secret = `whsec_${key.toString('base64')}`
const id = '0190b6ef-3f8e-7c1a-9d59-1f7b6f0c8a11'
const rawBody = Buffer.from('{"type":"post.added","data":{"authorName":"Zoë “✓”"}}')

let guide: string
let folder: string

beforeAll(async () => {
  guide = await readFile(new URL('../docs/webhooks.md', import.meta.url), 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'ovation-webhooks-'))
  await writeFile(join(folder, 'body.json'), rawBody)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const blocks = (language: string) =>
  Array.from(
    guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')),
    ([, text = '']) => text,
  )
const headers = () => signatureHeaders({ id, rawBody }, secret, testMoment)

describe('the guide to outgoing webhooks', () => {
  it.each([...webhookEvents, testEvent] as const)(
    'has an example of %s that agrees with the contract',
    {
      tags: ['outgoing-webhook-guide'],
    },
    (event) => {
      const [, section = ''] = guide.split(`### ${event}\n`)
      const text = present(/```json\n([\s\S]*?)```/.exec(section.split('\n### ')[0] ?? '')?.[1])
      const example: unknown = JSON.parse(text)
      expect(webhookMessages[event].parse(example)).toEqual(example)
      expect(text).not.toContain('@')
    },
  )

  it('has no other example, and names the limits', () => {
    expect(blocks('json')).toHaveLength(webhookEvents.length + 1)
    expect(guide).toContain(`at most ${mostWebhooks} webhooks`)
  })

  it('checks a signature in Node, and refuses another body, key, id or time', {
    tags: ['outgoing-webhook-guide'],
  }, async () => {
    const [code = ''] = blocks('js')
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const now = testMoment
    const good = headers()
    expect(isGenuine(good, rawBody, { secret, now })).toBe(true)
    const rotated = { ...good, 'webhook-signature': `v1,AAAA ${good['webhook-signature']}` }
    expect(isGenuine(rotated, rawBody, { secret, now })).toBe(true)
    expect(isGenuine(good, Buffer.concat([rawBody, Buffer.from(' ')]), { secret, now })).toBe(false)
    expect(
      isGenuine(good, rawBody, { secret: `whsec_${Buffer.from('other').toString('base64')}`, now }),
    ).toBe(false)
    expect(isGenuine({ ...good, 'webhook-id': 'other' }, rawBody, { secret, now })).toBe(false)
    expect(isGenuine(good, rawBody, { secret, now: new Date(now.getTime() + 301_000) })).toBe(false)
    expect(isGenuine({ ...good, 'webhook-timestamp': 'soon' }, rawBody, { secret, now })).toBe(false)
  })

  it('makes the same signature with openssl, and sends it with curl', {
    tags: ['outgoing-webhook-guide'],
  }, async () => {
    const [sign = '', send = ''] = blocks('sh')
    const signed = headers()
    const hook = await startCatchHook()
    const environment = {
      SECRET: secret,
      WEBHOOK_ID: id,
      WEBHOOK_TIMESTAMP: signed['webhook-timestamp'],
      RECEIVER: hook.url,
    }
    const { PATH = '' } = process.env
    const { stdout } = await run('sh', ['-e', '-c', `${sign}${send}`], {
      cwd: folder,
      env: { PATH, ...environment },
    })
    expect(stdout.split('\n')[0]).toBe(signed['webhook-signature'])
    const caught = present(hook.journal()[0])
    expect(caught.body).toEqual(rawBody)
    expect(() =>
      assertSignature({ headers: caught.headers, rawBody: caught.body }, [secret], testMoment),
    ).not.toThrow()
    await hook.close()
  })
})
