import { type Answer, jsonAnswer } from './http.ts'

/** A user group of the workspace. */
export interface Group {
  /** Slack's `S…` id. */
  readonly id: string
  readonly name: string
  readonly handle: string
  /** The ids of the people in it. */
  readonly people: readonly string[]
  readonly isDisabled?: boolean
  /** Whether the list of groups leaves its people out, so that they have to be asked for. */
  readonly isListedBare?: boolean
}

/** How many groups or people an answer has; the rest is on further pages. */
const pageSize = 1_000

interface Asked {
  readonly teamId: string
  readonly groups: readonly Group[]
  readonly fields: Readonly<Record<string, unknown>>
}

/** Answers `usergroups.list` as Slack does: counts as text, people only where they were asked for. */
export function groupsAnswer({ teamId, groups, fields }: Asked): Answer {
  const isAsked = (name: string) => String(fields[name]) === 'true' || String(fields[name]) === '1'
  const shown = groups.filter(({ isDisabled }) => isAsked('include_disabled') || !isDisabled)
  return paged(fields, shown, (page) => ({
    usergroups: page.map(({ id, name, handle, people, isDisabled, isListedBare }) => ({
      id,
      team_id: teamId,
      is_usergroup: true,
      name,
      handle,
      description: '',
      is_external: false,
      date_create: 1_700_000_000,
      date_update: 1_700_000_000,
      date_delete: isDisabled ? 1_700_000_001 : 0,
      auto_type: null,
      ...(isAsked('include_count') && { user_count: String(people.length) }),
      ...(isAsked('include_users') && { users: isListedBare ? [] : people }),
    })),
  }))
}

/** Answers `usergroups.users.list`. */
export function groupPeopleAnswer({ groups, fields }: Asked): Answer {
  const group = groups.find(({ id }) => id === fields.usergroup)
  if (!group) return jsonAnswer({ ok: false, error: 'no_such_subteam' })
  return paged(fields, group.isDisabled ? [] : group.people, (users) => ({ users }))
}

function paged<Item>(
  fields: Asked['fields'],
  items: readonly Item[],
  body: (page: readonly Item[]) => object,
): Answer {
  const from = Number(fields.cursor ?? 0)
  if (!Number.isInteger(from) || from < 0) return jsonAnswer({ ok: false, error: 'invalid_cursor' })
  const next = from + pageSize < items.length ? String(from + pageSize) : ''
  return jsonAnswer({
    ok: true,
    ...body(items.slice(from, from + pageSize)),
    response_metadata: { next_cursor: next },
  })
}
