import type { PostId, UserId } from './ids.ts'

/** The most characters of the question that a post asks its readers, counted in code points. */
export const questionLimit = 200
/** The most characters of an angle, counted in code points. */
export const angleLimit = 120
/** The most angles of a post. */
export const mostAngles = 3

/**
 * What an author gives readers for their own comments: a question that they can answer, and hints at what a comment
 * could be about. It is never text to paste, so that no two comments read alike.
 */
export interface Prompts {
  readonly question: string | null
  readonly angles: readonly string[]
}

/** The text on one line: each line break, and all other white space in a row, becomes one space. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** The place of the first angle that says the same as one before it, apart from case; null if all differ. */
export function repeatedAngle(angles: readonly string[]): number | null {
  const folded = angles.map((angle) => onOneLine(angle).normalize('NFKC').toLowerCase())
  const place = folded.findIndex((angle, nth) => angle !== '' && folded.indexOf(angle) < nth)
  return place === -1 ? null : place
}

/** Who reads which post. */
interface Reading {
  readonly postId: PostId
  readonly userId: UserId
}

/**
 * The angles of a post in the order in which a member sees them. It stays the same for this member and post. Over many
 * members every order comes up equally often, so two colleagues usually see another angle first.
 */
export function anglesFor(angles: readonly string[], { postId, userId }: Reading): string[] {
  const left = [...angles]
  const ordered: string[] = []
  let rest = hashOf(`${postId} ${userId}`)
  while (left.length > 0) {
    const place = rest % left.length
    rest = Math.floor(rest / left.length)
    ordered.push(...left.splice(place, 1))
  }
  return ordered
}

/** A whole number below 2^32 that is the same for the same text: FNV-1a, mixed so that similar texts differ widely. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
