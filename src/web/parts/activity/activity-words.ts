import type { Activity } from '#contract/activities.ts'
import { platformNames } from '#domain/vocabulary.ts'

export interface ActivityWords {
  /** Whose name begins the sentence; null where it has none. */
  readonly who: string | null
  readonly text: string
  /** What the sentence ends with, and stresses. */
  readonly stressed: string | null
}

/** An activity as one sentence: "Grace Kamau" "liked a LinkedIn post by Press", or "Press" "posted on LinkedIn". */
export function activityWords({ type, description, user, metadata }: Activity): ActivityWords {
  const { platform, author, achievement } = metadata
  if (user && type === 'achievement' && achievement) {
    return { who: user.displayName, text: 'earned', stressed: achievement }
  }
  if (user) return { who: user.displayName, text: withSmallFirst(description), stressed: null }
  if (platform && author) {
    return { who: author.name, text: `posted on ${platformNames[platform]}`, stressed: null }
  }
  return { who: null, text: description, stressed: null }
}

/** The same sentence as plain text, without the name. */
export function plainWords({ text, stressed }: ActivityWords): string {
  return stressed === null ? text : `${text} ${stressed}`
}

function withSmallFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
