/** How many teams there are at most, and how long their names are. */
export const mostTeams = 1_000
export const teamNameLimit = 60
/** Fewer active members give a team no place: their average would be the score of one person. */
export const leastActive = 2

/** Colours that teams get unless somebody chooses one. */
export const teamColors = [
  '#2563eb',
  '#16a34a',
  '#db2777',
  '#d97706',
  '#7c3aed',
  '#0891b2',
  '#dc2626',
  '#65a30d',
  '#9333ea',
  '#475569',
] as const

/** The colour of the next team, in turn. */
export function nextTeamColor(teams: number): string {
  return teamColors[teams % teamColors.length] ?? teamColors[0]
}

/** What tells one name of a team from another: neither capitals nor the spelling of an accent. */
export function teamKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Points of a team for each of its active members, to one decimal; 0 when nobody is active. */
export function teamAverage(points: number, active: number): number {
  return active === 0 ? 0 : Math.round((points / active) * 10) / 10
}
