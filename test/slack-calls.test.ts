import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPeople } from '#sandbox/workplace/some-people.ts'
import { startWorkplace, type Workplace } from '#sandbox/workplace/workplace.ts'
import { type ListeningApp, startListeningApp } from '#test/support/listening.ts'
import { testClock } from '#test/support/moment.ts'

const clock = testClock()
let workplace: Workplace
let t: ListeningApp

beforeAll(async () => {
  workplace = await startWorkplace({ people: newPeople, now: clock.now })
  const environment = {
    SLACK_SIGNING_SECRET: workplace.signingSecret,
    SLACK_TEAM_ID: workplace.teamId,
  }
  t = await startListeningApp({ clock, environment })
  workplace.connectApp(t.origin)
})

afterAll(() => Promise.all([t.close(), workplace.close()]))

test('the product accepts what the workplace signs, at the time of its own clock', async () => {
  const challenge = { type: 'url_verification', challenge: 'c1' }
  const verified = await workplace.deliver('events', challenge)
  expect([verified.status, verified.body]).toEqual([200, JSON.stringify({ challenge: 'c1' })])
  const [person] = workplace.people
  if (!person) throw new Error('The workplace has no people')
  expect(await workplace.openHome(person)).toMatchObject({ status: 200, deliveries: 1 })
})

test('the product refuses a call whose signature, time or body was changed', async () => {
  const event = { type: 'event_callback', event: { type: 'app_home_opened' } }
  const old = String(clock.now().getTime() / 1_000 - 301)
  for (const change of [{ signature: `v0=${'0'.repeat(64)}` }, { timestamp: old }, { sentBody: '{"a":1}' }]) {
    expect(await workplace.deliver('events', event, change)).toMatchObject({ status: 401 })
  }
})
