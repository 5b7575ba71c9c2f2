import { accountingBrand, authorNameLimit, type SocialFeedPost } from '#contract/posts.ts'
import { derivedHandle, testBrand } from '#domain/posts.ts'
import { shortDay } from '#web/ui/time-words.ts'

/** What stands in the fields of the form for a new post, as text, under the names that the server has for them. */
export interface PostFields {
  readonly platform: string
  readonly content: string
  readonly post_url: string
  readonly image_url: string
  readonly author_name: string
  readonly author_handle: string
  readonly author_avatar: string
  readonly campaign_tags: string
  readonly question: string
  /** One a line. */
  readonly angles: string
  readonly brand: string
  /** As a field for date and time has it: the reader's own time, without a zone. */
  readonly scheduled_time: string
}

export function newPostFields(now: Date): PostFields {
  return {
    platform: 'linkedin',
    content: '',
    post_url: '',
    image_url: '',
    author_name: '',
    author_handle: '',
    author_avatar: '',
    campaign_tags: '',
    question: '',
    angles: '',
    brand: accountingBrand,
    scheduled_time: localMinute(now),
  }
}

/** The post that the fields describe, as the form's schema takes it. */
export function postIn(fields: PostFields): Readonly<Record<keyof PostFields, string>> {
  return {
    ...fields,
    author_handle: fields.author_handle.trim() || handleOf(fields.author_name),
    scheduled_time: instantOf(fields.scheduled_time),
  }
}

/** The handle that an author gets who is given none; empty as long as there is no author. */
export function handleOf(authorName: string): string {
  if (authorName.trim() === '') return ''
  return [...derivedHandle(authorName)].slice(0, authorNameLimit).join('')
}

/** `2026-03-01T09:30` on the reader's clock. */
export function localMinute(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/** The instant of a minute on the reader's clock, ISO 8601; empty for what is no time. */
export function instantOf(localMinute: string): string {
  const ms = Date.parse(localMinute)
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString()
}

/** When members will see a post, by the time in its field; null when that does not lie ahead. */
export function seenText(localMinute: string, now: Date): string | null {
  const at = new Date(localMinute)
  return at > now ? `Members see it on ${dayAndTime(at, now)}` : null
}

/** `Nov 30 at 9:00 AM`, on the reader's clock; with the year unless it is the present one. */
export function dayAndTime(at: Date, now: Date): string {
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(at)
  return `${shortDay(at, now)} at ${time}`
}

/** Who wrote the latest of these posts, newest first, on this platform; else the latest at all. Empty without any. */
export function lastAuthor(posts: readonly SocialFeedPost[], platform: string): string {
  const real = posts.filter(({ brand }) => brand !== testBrand)
  const last = real.find((post) => post.platform === platform) ?? real[0]
  return last?.authorName ?? ''
}
