import { teamColors } from '#domain/teams.ts'

const names: Readonly<Record<(typeof teamColors)[number], string>> = {
  '#2563eb': 'Blue',
  '#16a34a': 'Green',
  '#db2777': 'Pink',
  '#d97706': 'Amber',
  '#7c3aed': 'Violet',
  '#0891b2': 'Teal',
  '#dc2626': 'Red',
  '#65a30d': 'Lime',
  '#9333ea': 'Purple',
  '#475569': 'Grey',
}

/** What a colour is called; one without a name by its digits. */
export function colorName(color: string): string {
  const known = teamColors.find((each) => each === color)
  return known ? names[known] : `Other colour, ${color}`
}

/** The colours to choose from: the usual ones, then those in use that are none of them. */
export function offeredColors(inUse: readonly string[]): readonly string[] {
  return [...new Set([...teamColors, ...inUse])]
}
