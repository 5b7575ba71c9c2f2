import { setTimeout as sleep } from 'node:timers/promises'
import { recentInteractions, reportInteraction } from '#contract/interactions.schema.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import type { TestMember } from '#test/support/app.ts'
import type { History } from './history.ts'

export interface Writing {
  readonly origin: string
  readonly posts: readonly string[]
  readonly history: History
  /** Set when the server is about to be killed: the writers stop, and a broken connection is expected. */
  isStopping: boolean
}

const pauseWhenLimitedMs = 20

/** Reports and undoes as one member after the other, one request at a time, until `isStopping` is set. */
export async function writeUntilStopped(writing: Writing, members: readonly TestMember[]): Promise<void> {
  while (!writing.isStopping) {
    for (const member of members) {
      if (writing.isStopping) return
      await (Math.random() < 0.65 ? report(writing, member) : undo(writing, member))
    }
  }
}

async function report(
  { origin, posts, history }: Writing,
  { id: userId, cookie }: TestMember,
): Promise<void> {
  const request = { userId, postId: oneOf(posts), type: oneOf(interactionTypes) }
  const status = await statusOf(`${origin}${reportInteraction.path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ postId: request.postId, interactionType: request.type }),
  })
  if (status === null) return history.reportUnanswered(request)
  if (status === 200) return history.reportAnswered(request)
  await allowRefusal(status, [409])
}

async function undo({ origin, history }: Writing, { cookie }: TestMember): Promise<void> {
  const recent = await fetch(`${origin}${recentInteractions.path}`, { headers: { cookie } })
    .then((answer) => (answer.ok ? (answer.json() as Promise<{ data: { id: string }[] }>) : { data: [] }))
    .catch(() => ({ data: [] }))
  if (recent.data.length === 0) return void (await sleep(pauseWhenLimitedMs))
  const { id } = oneOf(recent.data)
  const status = await statusOf(`${origin}${reportInteraction.path}/${id}`, {
    method: 'DELETE',
    headers: { cookie },
  })
  if (status === null) return history.undoUnanswered(id)
  if (status === 200) return history.undoAnswered(id)
  await allowRefusal(status, [410])
}

/** The status alone counts as the answer: the server sends it after the commit, even if the body is lost. */
async function statusOf(url: string, request: RequestInit): Promise<number | null> {
  try {
    const answer = await fetch(url, request)
    await answer.arrayBuffer().catch(() => undefined)
    return answer.status
  } catch {
    return null
  }
}

async function allowRefusal(status: number, refusals: readonly number[]): Promise<void> {
  if (status === 429) return void (await sleep(pauseWhenLimitedMs))
  if (!refusals.includes(status)) throw new Error(`unexpected answer ${status}`)
}

function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[Math.floor(Math.random() * values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}
