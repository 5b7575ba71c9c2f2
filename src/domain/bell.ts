/** What the bell tells a member of. The first ones are about the member, the last two about the team. */
export const bellKinds = [
  'share_verified',
  'share_not_accepted',
  'taken_back',
  'upheld',
  'given_back',
  'correction',
  'check',
  'achievement',
  'passed_by',
  'contest_ends',
  'no_contest',
  'applause',
  'post',
  'activity',
] as const
export type BellKind = (typeof bellKinds)[number]

export const audiences = ['you', 'team'] as const
export type Audience = (typeof audiences)[number]

/** How many lines the bell shows. */
export const bellLength = 10
/** How many of them are for the member at most, so that the team keeps some places. */
const mostForYou = 7

interface Told {
  readonly kind: BellKind
  readonly at: Date
}

/** For whom a line is. */
export function audienceOf(kind: BellKind): Audience {
  return kind === 'post' || kind === 'activity' ? 'team' : 'you'
}

/** What the bell shows of these lines: those for the member first, then the team's; each newest first. */
export function bellOf<Line extends Told>(lines: readonly Line[]): Line[] {
  const newestFirst = lines.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const own = newestFirst.filter(({ kind }) => audienceOf(kind) === 'you').slice(0, mostForYou)
  const team = newestFirst.filter(({ kind }) => audienceOf(kind) === 'team')
  return [...own, ...team].slice(0, bellLength)
}

/** The number at the bell: new lines for the member if there are any, otherwise all new lines. Instants are ISO 8601. */
export function newInBell(
  lines: readonly { readonly audience: Audience; readonly at: string }[],
  seenAt: string,
): number {
  const unseen = lines.filter(({ at }) => at > seenAt)
  const own = unseen.filter(({ audience }) => audience === 'you')
  return own.length > 0 ? own.length : unseen.length
}
