import type { Person } from './people.ts'

/** A row of `users.list`. */
export interface Member {
  readonly id: string
  readonly name: string
  readonly team_id?: string
  readonly deleted?: boolean
  readonly profile?: Readonly<Record<string, unknown>>
}

/** Those whom a real list of members also has, and who are no colleagues: they come at its end. */
export interface Extras {
  readonly slackbot: Person
  readonly guest: Person
  readonly left: Person
}

const usualTimeZone = { tz: 'Europe/London', tz_label: 'Greenwich Mean Time', tz_offset: 0 }

export function extrasOf(teamId: string): Extras {
  const extra = (id: string, handle: string, name: string, email: string): Person => ({
    id,
    teamId,
    handle,
    name,
    email,
    avatar: null,
    title: '',
  })
  return {
    slackbot: extra('USLACKBOT', 'slackbot', 'Slackbot', ''),
    guest: extra('U0SANDGUEST', 'guest.auditor', 'Guest Auditor', 'guest.auditor@auditors.example'),
    left: extra('U0SANDLEFT', 'former.colleague', 'Former Colleague', 'former.colleague@brightwater.example'),
  }
}

/** The rows of the extras, with their addresses only if the token may read those. */
export function extraMembers(extras: Extras, showsEmail: boolean): Member[] {
  const { slackbot, guest, left } = extras
  return [
    memberOf(slackbot, { showsEmail }),
    { ...memberOf(guest, { showsEmail }), is_restricted: true, is_ultra_restricted: true },
    { ...memberOf(left, { showsEmail }), deleted: true },
  ] as Member[]
}

/** Somebody of another workspace, as the app sees them in a channel that both share: without an address. */
export function strangerMember(person: Person): Member {
  return memberOf(person, { showsEmail: false })
}

/** A row as `users.info` answers it, with a time zone. */
export function withTimeZone(member: Member): Member {
  return { ...usualTimeZone, ...member }
}

function memberOf(
  { id, teamId, handle, name, email }: Person,
  { showsEmail }: { showsEmail: boolean },
): Member {
  const row = { id, team_id: teamId, name: handle, real_name: name, is_admin: false, is_bot: false }
  const profile = { display_name: handle, real_name: name, ...(showsEmail && email !== '' && { email }) }
  return { ...row, deleted: false, profile } as Member
}
