import { platformOfLink } from '#domain/platforms.ts'
import {
  type CheckCause,
  type InteractionType,
  type Platform,
  platformNames,
  type ReportState,
} from '#domain/vocabulary.ts'
import { ApiError, displayMessage } from '#web/api/client.ts'
import { counted } from '#web/ui/time-words.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const reportNames: Readonly<Record<InteractionType, string>> = {
  like: 'a like',
  comment: 'a comment',
  share: 'a share',
}

/** Why a report is checked. */
export const causeWords: Readonly<Record<CheckCause, string>> = {
  sample: 'Picked by lot',
  new_member: 'Among the first reports',
  burst: 'One of many within ten minutes',
}

export const stateWords: Readonly<Record<ReportState, string>> = {
  live: 'Live',
  undone: 'Undone',
  taken_back: 'Taken back',
}

/** `Oldest waits 1 day`. */
export function oldestWaits(instant: string, now: Date): string {
  const ageMs = now.getTime() - new Date(instant).getTime()
  if (ageMs < hourMs) return 'Oldest waits less than an hour'
  if (ageMs < dayMs) return `Oldest waits ${counted(Math.floor(ageMs / hourMs), 'hour')}`
  return `Oldest waits ${counted(Math.floor(ageMs / dayMs), 'day')}`
}

/** `Comment on LinkedIn`, or `Own post on LinkedIn` for a share that was handed in. */
export function reportTitle(type: InteractionType | null, platform: Platform): string {
  const what = type === null ? 'Own post' : `${type.charAt(0).toUpperCase()}${type.slice(1)}`
  return `${what} on ${platformNames[platform]}`
}

export interface LinkWords {
  /** Host and path, without what is the same for all. */
  readonly title: string
  /** Where it leads, in words. */
  readonly place: string
}

/** How an address is shown. */
export function linkWords(address: string): LinkWords {
  const { hostname, pathname } = new URL(address)
  const host = hostname.replace(/^www\./, '')
  const network = platformOfLink(address)
  return {
    title: `${host}${pathname === '/' ? '' : readable(pathname).replace(/\/$/, '')}`,
    place: `Opens ${network ? platformNames[network] : host}`,
  }
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** What a colleague has answered meanwhile; null if the answer failed for another reason. */
export function answeredMeanwhile(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { current } = error
  if (current?.status === 'completed') return 'A colleague has verified this already.'
  if (current?.status === 'rejected') return 'A colleague has answered “Not accepted” already.'
  if (current?.status !== undefined) return 'A colleague has put this back to review.'
  return displayMessage(error, 'A colleague has decided this already.')
}
