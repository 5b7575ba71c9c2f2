import type { SlackGroup, TeamGroupsOutcome, TeamSync } from '#contract/team-groups.ts'
import { counted } from '#web/ui/time-words.ts'
import { restText } from './import-words.ts'

type Counts = Pick<TeamGroupsOutcome, 'isPreview' | 'newTeams' | 'linkedTeams' | 'unlinkedTeams' | 'moved'>

/** `2 new teams, 1 team linked, 3 members to move`; of what is done `3 members moved`. */
export function outcomeText({ isPreview, newTeams, linkedTeams, unlinkedTeams, moved }: Counts): string {
  return [
    ...(newTeams.length > 0 ? [counted(newTeams.length, 'new team')] : []),
    ...(linkedTeams.length > 0 ? [`${counted(linkedTeams.length, 'team')} linked`] : []),
    ...(unlinkedTeams.length > 0 ? [`${counted(unlinkedTeams.length, 'team')} unlinked`] : []),
    `${counted(moved, 'member')} ${isPreview ? 'to move' : 'moved'}`,
  ].join(', ')
}

/** Whether taking groups over would change anything. */
export function hasEffect({ newTeams, linkedTeams, unlinkedTeams, moved }: Counts): boolean {
  return newTeams.length + linkedTeams.length + unlinkedTeams.length + moved > 0
}

/** `@sales · 4 people, 3 of them members here · new team`; `4 people, all members here`. */
export function groupText({ handle, size, present, team }: SlackGroup): string {
  const people = counted(size, 'person', 'people')
  const here = present === size ? 'all' : `${present.toLocaleString('en-US')} of them`
  return `@${handle} · ${people}, ${here} members here · ${fateText(team)}`
}

function fateText(team: SlackGroup['team']): string {
  if (team === null) return 'new team'
  return team.isFollowing ? `followed by the team ${team.name}` : `will be the team ${team.name}`
}

/** `Not members here: Bo, Chidi and 3 more`; empty if all are. */
export function absentText({ size, present, absent }: SlackGroup): string {
  const missing = Math.max(size - present, 0)
  if (missing === 0) return ''
  if (absent.length === 0) return `${counted(missing, 'person', 'people')} not members here`
  return `Not members here: ${absent.join(', ')} ${restText(missing, absent.length)}`.trim()
}

/** How many are in several groups, and what follows; empty for nobody. */
export function severalText({ several }: Pick<TeamSync, 'several'>): string {
  if (several === 0) return ''
  const are = several === 1 ? 'is' : 'are'
  return `${counted(several, 'member')} ${are} in several of the groups: in their team as before, or in the first by name.`
}
