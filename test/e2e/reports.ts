import type { PostId, UserId } from '#domain/ids.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { type Story, usernameOf } from './story.ts'

const longAgo = new Date('2020-01-01T00:00:00Z')

interface Report {
  readonly postId: PostId
  readonly interactionType: InteractionType
}

/** A report by somebody, by default of a like on an old post that no list shows first. */
export async function reportAs(story: Story, handle: string, report?: Report): Promise<void> {
  const { deps } = story.sandbox.server
  const username = usernameOf(story, handle)
  const [member] = await story.run<{ id: UserId; displayName: string }>(
    'select id, display_name as "displayName" from users where username = $1',
    [username],
  )
  if (!member) throw new Error(`${username} is no member yet`)
  const made = report ?? { postId: await insertPost(deps, { at: longAgo }), interactionType: 'like' }
  await reportInteraction(deps, { ...member, username }, made)
}
