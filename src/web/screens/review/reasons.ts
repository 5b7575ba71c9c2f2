import type { InteractionType } from '#domain/vocabulary.ts'

/** A reason that reviewers often give: its name on the chip, and the sentence that the member reads. */
export interface Reason {
  readonly label: string
  readonly text: string
}

/** A reason is a sentence or two; more belongs into a conversation. */
export const shortReasonLimit = 140

export const shareReasons: readonly Reason[] = [
  {
    label: 'Link needs a sign-in',
    text: 'The link needs a sign-in, so we could not see it. Send a public one and we will look again.',
  },
  {
    label: 'Link does not open',
    text: 'The link does not open for us. Send one that works and we will look again.',
  },
  {
    label: 'Not about the company',
    text: 'We could not see how this is about the company. Tell us if we missed it.',
  },
  {
    label: 'Already counted',
    text: 'This one is counted already, so it cannot count a second time.',
  },
]

/** Why a report is taken back. */
export function reportReasons(type: InteractionType): readonly Reason[] {
  const link = type === 'like' ? 'Tell us if we missed it.' : 'Send us a link to it and we will look again.'
  return [
    { label: `No ${type} found`, text: `We could not find your ${type} on the post. ${link}` },
    {
      label: 'Other account',
      text: `We could not find your ${type} under your name. Tell us which account you used.`,
    },
    { label: 'A slip', text: 'This looks like a slip. Tell us if it was none.' },
  ]
}

export const upholdReasons: readonly Reason[] = [
  { label: 'Looked again', text: 'We looked again and could not find it. Thank you for asking.' },
  {
    label: 'Needs a link',
    text: 'We looked again and could not find it without a link. Next time, send one along.',
  },
]

export const giveBackReasons: readonly Reason[] = [
  { label: 'Found it', text: 'We found it. Your points are back, and thank you for telling us.' },
  { label: 'Our mistake', text: 'That was our mistake. Your points are back.' },
]
