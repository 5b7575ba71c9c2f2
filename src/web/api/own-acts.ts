import type { QueryClient } from '@tanstack/react-query'
import type { PointMessage } from '#contract/live.ts'
import { lastUser } from './session.ts'

type Report = Pick<PointMessage['data'], 'postId' | 'interactionType'>

/** What was reported and undone in this window and has not come back as a live message yet. */
const ownActs = new Set<string>()

/** Reports or undoes something, and keeps in mind that it was done here. */
export async function madeHere<Answer>(
  type: PointMessage['type'],
  report: Report,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const name = nameOf(type, report)
  ownActs.add(name)
  try {
    return await act()
  } catch (error) {
    ownActs.delete(name)
    throw error
  }
}

/** Whether a message tells of what the member has just done in this window, which says so itself. */
export function isOwnNews(client: QueryClient, { type, data }: PointMessage): boolean {
  return data.username === lastUser(client)?.username && ownActs.delete(nameOf(type, data))
}

function nameOf(type: PointMessage['type'], { postId, interactionType }: Report): string {
  return `${type} ${postId} ${interactionType}`
}
