import { newPost } from '#contract/posts.schema.ts'
import type { Story } from './story.ts'

/** Where the scheduling tool delivers posts. */
export const newPostPath = newPost.path

/** The states of the shares whose address ends so. */
export async function readShares(story: Story, ending: string): Promise<string[]> {
  const rows = await story.run<{ status: string }>('select status from shares where share_url like $1', [
    `%/${ending}`,
  ])
  return rows.map(({ status }) => status)
}
