import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { slackCallbackPath } from '#contract/auth.ts'
import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import * as hooks from '#contract/socialpilot.schema.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import { engagementFields, eventFields, hookEvents, postFields, triggerFields } from '#domain/hook-fields.ts'
import { botScopes, signInScopes, slackEventsPath, slackInteractivityPath } from '#domain/slack-app.ts'

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
  for (const path of [slackCallbackPath, slackEventsPath, slackInteractivityPath])
    expect(text).toContain(`<PUBLIC_URL>${path}`)
  for (const scope of [...signInScopes, ...botScopes.map((each) => each.scope)])
    expect(text).toContain(`\`${scope}\``)
})
