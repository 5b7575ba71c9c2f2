import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { slackCallbackPath } from '#contract/auth.ts'
import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import * as hooks from '#contract/socialpilot.schema.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import { engagementFields, eventFields, hookEvents, postFields, triggerFields } from '#domain/hook-fields.ts'
import {
  botScopes,
  signInScopes,
  slackCommand,
  slackCommandsPath,
  slackEvents,
  slackEventsPath,
  slackInteractivityPath,
  slackManifest,
} from '#domain/slack-app.ts'

const read = (name: string) => readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8')

it('the Zapier guide describes every field of a post with the same words as the set-up', async () => {
  const text = await read('connect-zapier.md')
  for (const { field, isRequired, example, meaning } of postFields) {
    const row = `| \`${field}\` | ${isRequired ? 'yes' : ''} | \`${example}\` | ${meaning}`
    expect(text.replaceAll('`manual-push`', 'manual-push').replaceAll('|  |', '| |')).toContain(
      row.replaceAll('|  |', '| |'),
    )
  }
})

it('the Zapier guide names every other field, every event and every hook', async () => {
  const text = await read('connect-zapier.md')
  for (const { field } of [...engagementFields, ...eventFields, ...triggerFields])
    expect(text).toContain(`\`${field}\``)
  for (const event of hookEvents) expect(text).toContain(`\`${event}\``)
  const endpoints = [newPost, engagementUpdate, hooks.socialpilotEvent, zapierTrigger, hooks.backfillPosts]
  for (const { path } of [...endpoints, hooks.getSocialpilotSetup]) expect(text).toContain(path)
  expect(text).toContain('X-Webhook-Secret')
})

it('the Slack guide names the addresses and the scopes of the Slack app', async () => {
  const text = await read('connect-slack.md')
  for (const path of [slackCallbackPath, slackEventsPath, slackInteractivityPath, slackCommandsPath])
    expect(text).toContain(`<PUBLIC_URL>${path}`)
  for (const name of [...signInScopes, ...botScopes.map((each) => each.scope), ...slackEvents, slackCommand])
    expect(text).toContain(`\`${name}\``)
})

/** The scope that each method of Slack's Web API needs; null for none. */
const scopeOf: Readonly<Record<string, string | null>> = {
  'auth.test': null,
  'chat.postMessage': 'chat:write',
  'chat.update': 'chat:write',
  'conversations.info': 'channels:read',
  'conversations.open': 'im:write',
  'usergroups.list': 'usergroups:read',
  'usergroups.users.list': 'usergroups:read',
  'users.info': 'users:read',
  'users.list': 'users:read',
  'views.open': null,
  'views.publish': null,
}
/** What no method names: email addresses in answers, the command, and channels without the app. */
const furtherScopes = ['users:read.email', 'commands', 'chat:write.public']

it('the scopes, events and addresses of the Slack app are those that the code uses', async () => {
  const folder = new URL('../src/server/integrations/slack/', import.meta.url)
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /(client|messages)\.ts$/.test(name),
  )
  const code = (await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))).join('\n')
  const methods = new Set(Array.from(code.matchAll(/\bweb\.([a-zA-Z.]+)\(/g), ([, method = '']) => method))
  expect(methods).toContain('chat.update')
  expect([...methods].filter((method) => scopeOf[method] === undefined)).toEqual([])
  const used = [...methods].flatMap((method) => scopeOf[method] ?? [])
  expect(new Set(botScopes.map(({ scope }) => scope))).toEqual(new Set([...used, ...furtherScopes]))
  for (const event of slackEvents) expect(code).toContain(`'${event}'`)
  const routes = await readFile(new URL('matrix/routes.txt', import.meta.url), 'utf8')
  const origin = 'https://ovation.brightwater.com'
  const { features, settings } = slackManifest({ name: null, publicUrl: origin, redirectUrl: `${origin}/x` })
  const named = JSON.stringify([features, settings])
  for (const path of [slackEventsPath, slackInteractivityPath, slackCommandsPath]) {
    expect(named).toContain(`"${origin}${path}"`)
    expect(routes).toContain(`POST   ${path} `)
  }
})
