import { expect, it } from 'vitest'
import type { SlackImport } from '#contract/slack.ts'
import { importText } from './import-words.ts'

const tally = {
  at: '2026-03-11T10:00:00.000Z',
  created: 14,
  linked: 2,
  updated: 3,
  skipped: 5,
  disabled: 0,
  enabled: 0,
  failure: null,
  advice: null,
}
const nobody = { ...tally, created: 0, linked: 0, updated: 0, skipped: 0 }

it.each<[Partial<SlackImport>, string]>([
  [tally, '14 members added, 2 linked, 3 updated; 5 skipped: bots, guests and people without an address.'],
  [{ ...nobody, created: 1 }, '1 member added.'],
  [{ ...nobody, disabled: 2, enabled: 1 }, '2 disabled because they left, 1 enabled because they came back.'],
  [
    { ...nobody, skipped: 1_000 },
    'nobody new and nothing changed; 1,000 skipped: bots, guests and people without an address.',
  ],
  [nobody, 'nobody new and nothing changed.'],
  [
    { ...nobody, linked: 1, failure: 'Slack refused (odd)', advice: 'Try again in a few minutes.' },
    '1 linked. It stopped early: Slack refused (odd). Try again in a few minutes.',
  ],
])('an import is told in a sentence: %j', { tags: ['slack-import-sentence'] }, (result, text) => {
  expect(importText({ ...tally, ...result })).toBe(text)
})
