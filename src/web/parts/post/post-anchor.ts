import { postAnchorPrefix } from '#contract/paths.ts'
import type { PostId } from '#domain/ids.ts'

/** The id of a post's card in the page, for links that scroll to it. */
export function postAnchor(id: PostId): string {
  return `${postAnchorPrefix}${id}`
}
