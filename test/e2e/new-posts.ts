import type { Locator, Page } from '@playwright/test'
import type { InteractionType } from '#domain/vocabulary.ts'
import { newId } from '#server/db/new-id.ts'
import { insertPost, type PostFields } from '#test/support/fixtures.ts'
import type { Story } from './story.ts'

let posts = 0

/** Puts a post at the head of every feed. Answers its author, whom no other post has. */
export async function newPost(
  story: Story,
  fields: Pick<PostFields, 'imageUrl' | 'postUrl'> = {},
): Promise<string> {
  posts += 1
  const authorName = `Author ${lettersOf(posts)}`
  await insertPost(story.sandbox.server.deps, { ...fields, authorName })
  story.sandbox.server.deps.live.announce({
    topics: ['posts'],
    messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: newId() } }],
  })
  return authorName
}

export function postBy(page: Page, author: string): Locator {
  return page.getByRole('article', { name: `LinkedIn post by ${author}`, exact: true })
}

/** What a card reads once that was reported: Liked, Commented or Shared. */
export function doneOn(page: Page, author: string, word: 'Liked' | 'Commented' | 'Shared'): Locator {
  return postBy(page, author).getByText(word, { exact: true })
}

/** The undo on the card of a post. */
export function undoOn(page: Page, author: string, type: InteractionType): Locator {
  return postBy(page, author).getByRole('button', { name: new RegExp(`^Undo ${type} on ${author}`) })
}

/** A, B, … Z, AA, AB, … */
function lettersOf(number: number): string {
  const last = String.fromCodePoint(65 + ((number - 1) % 26))
  return number > 26 ? lettersOf(Math.floor((number - 1) / 26)) + last : last
}
