/** How a search finds its rows, so that an index leads to them. */
export interface Search {
  /** `part`: the pattern of a `like`. `start`: a regular expression. `near`: a `like` that no index can serve. */
  readonly kind: 'part' | 'start' | 'near'
  readonly pattern: string
  /** What each text that is found matches, too, by which an index leads to it: the part that few texts contain. */
  readonly indexed: string
}

export type SearchKind = Search['kind']

/** A word of at most two letters. Only the beginnings of words are looked up by so few. */
const shortWord = /^[\p{L}\p{N}]{1,2}$/u
/** What a trigram can be made of: three letters in a row, or the end or the beginning of a word within the text. */
const trigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u

/** A part is frequent that more than one text and this share of a sample contain: an index reads a place for each. */
const frequentShare = 0.05
/** A smaller sample tells nothing. */
const smallestSample = 10
const windowLength = 3

/**
 * The search for rows that contain a text. One or two letters find only words that begin with them. The sample is some
 * of the texts that are searched, in small letters; without one the whole text is looked up.
 */
export function searchOf(text: string, sample: readonly string[] = []): Search {
  if (shortWord.test(text)) {
    const pattern = `[\n ._@/:-]${text}`
    return { kind: 'start', pattern, indexed: pattern }
  }
  const pattern = `%${escaped(text)}%`
  if (!trigram.test(text)) return { kind: 'near', pattern, indexed: pattern }
  const rare = rareParts(text, sample)
  const indexed = rare.some((part) => trigram.test(part)) ? `%${rare.map(escaped).join('%')}%` : pattern
  return { kind: 'part', pattern, indexed }
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** What is left of a text without what is frequent in a sample, in order. */
function rareParts(text: string, sample: readonly string[]): string[] {
  // The small letter of a sigma depends on what follows it, so a part would not be found where the whole is.
  if (sample.length < smallestSample || text.includes('Σ')) return [text]
  const fewTexts = Math.max(1, sample.length * frequentShare)
  const letters = Array.from(text)
  const isRare = letters.map(() => false)
  for (let first = 0; first + windowLength <= letters.length; first++) {
    const part = letters
      .slice(first, first + windowLength)
      .join('')
      .toLowerCase()
    const found = sample.filter((each) => each.includes(part)).length
    if (found <= fewTexts) isRare.fill(true, first, first + windowLength)
  }
  const marked = letters.map((letter, nth) => (isRare[nth] ? letter : '\0'))
  return marked.join('').split(/\0+/).filter(Boolean)
}
