/** How a search finds its rows, so that an index leads to them. */
export interface Search {
  /** `part`: the pattern of a `like`. `start`: a regular expression. `near`: a `like` that no index can serve. */
  readonly kind: 'part' | 'start' | 'near'
  readonly pattern: string
}

export type SearchKind = Search['kind']

/** A word of at most two letters. Only the beginnings of words are looked up by so few. */
const shortWord = /^[\p{L}\p{N}]{1,2}$/u
/** What a trigram can be made of: three letters in a row, or the end or the beginning of a word within the text. */
const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u

/** The search for rows that contain a text. One or two letters find only words that begin with them. */
export function searchOf(text: string): Search {
  if (shortWord.test(text)) return { kind: 'start', pattern: `[\n ._@/:-]${text}` }
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return { kind: trigram.test(text) ? 'part' : 'near', pattern }
}
