import { newId } from '#server/db/new-id.ts'
import type { Story } from './story.ts'

interface FailedJob {
  readonly queue: string
  readonly data?: object
  readonly reason: string
  readonly tries: number
}

/** Adds background jobs that failed for good, the newest last. */
export async function insertFailedJobs(story: Story, jobs: readonly FailedJob[]): Promise<void> {
  for (const [place, { queue, data = {}, reason, tries }] of jobs.entries()) {
    const at = new Date(story.clock.now().getTime() + place).toISOString()
    await story.run(
      `insert into pgboss.job (id, name, data, output, source_name, source_retry_count, created_on)
       values ($1, 'dead', $2::jsonb, $3::jsonb, $4, $5, $6::timestamptz)`,
      [newId(), JSON.stringify(data), JSON.stringify({ message: reason }), queue, tries - 1, at],
    )
  }
}
