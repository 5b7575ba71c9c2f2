import { seenText } from './post-fields.ts'

/** The help below a field for a time: the zone that it is read in, and when members see a post that waits until then. */
export function timeHelp(localMinute: string, isForMembers: boolean): string {
  const zone = `In your time zone, ${zoneName()}.`
  const seen = isForMembers ? seenText(localMinute, new Date()) : null
  return seen === null ? zone : `${zone} ${seen}.`
}

/** `GMT+1`, as the reader's browser calls it. */
function zoneName(): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'as your device has it'
}
