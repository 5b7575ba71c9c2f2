import { personOf, type Story } from './story.ts'

/** Ends a person's sessions as another instance of the server would: without a word to this one's sockets. */
export async function endSessionsOf(story: Story, handle: string): Promise<void> {
  const { id } = personOf(story, handle)
  const rows = await story.run<{ id: string }>(
    'delete from sessions where user_id = (select id from users where slack_user_id = $1) returning id',
    [id],
  )
  story.sandbox.server.deps.sessions.forget(
    rows.map((row) => row.id),
    [],
  )
}
