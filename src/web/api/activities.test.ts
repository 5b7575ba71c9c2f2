import { expect, test } from 'vitest'
import { type Activity, listActivities } from '#contract/activities.ts'
import { asId } from '#domain/ids.ts'
import { showClap } from './activities.ts'
import { createQueryClient } from './query-client.ts'

const ana = { id: asId<'user'>(idOf(9)), username: 'ana.lima', displayName: 'Ana Lima', avatar: null }

test('a press on applause shows at once in every list of activities, and only there', {
  tags: ['applause-at-once'],
}, () => {
  const client = createQueryClient()
  const page = { data: [lineOf(1, 4, false), lineOf(2, 0, false)], nextCursor: null }
  client.setQueryData([listActivities.path], page)
  client.setQueryData([listActivities.path, { userId: ana.id, limit: 10 }], page)
  client.setQueryData([listActivities.path, 'all'], { pages: [page], pageParams: [''] })
  client.setQueryData(['/api/user'], { data: null })
  const shown = () =>
    client.getQueryData<{ data: Activity[] }>([listActivities.path])?.data.map(({ applause }) => applause)

  showClap(client, { id: asId(idOf(1)), mine: true })
  const applauded = { data: [lineOf(1, 5, true), lineOf(2, 0, false)], nextCursor: null }
  expect(client.getQueryData([listActivities.path, { userId: ana.id, limit: 10 }])).toEqual(applauded)
  expect(client.getQueryData([listActivities.path, 'all'])).toEqual({ pages: [applauded], pageParams: [''] })
  expect(client.getQueryData(['/api/user'])).toEqual({ data: null })

  showClap(client, { id: asId(idOf(1)), mine: true })
  expect(shown()).toEqual(applauded.data.map(({ applause }) => applause))
  showClap(client, { id: asId(idOf(1)), mine: false })
  expect(shown()).toEqual(page.data.map(({ applause }) => applause))
})

function idOf(nth: number): string {
  return `01890000-0000-7000-8000-${String(nth).padStart(12, '0')}`
}

function lineOf(nth: number, count: number, mine: boolean): Activity {
  return {
    id: asId(idOf(nth)),
    userId: ana.id,
    type: 'interaction',
    description: 'Liked a post',
    points: 15,
    createdAt: '2026-03-11T10:00:00.000Z',
    user: ana,
    metadata: {},
    applause: { count, mine },
  }
}
