import type { TeamImport } from '#contract/teams.ts'
import { counted } from '#web/ui/time-words.ts'

type Counts = Pick<TeamImport, 'isPreview' | 'moved' | 'unchanged' | 'skipped'>

/** `3 members moved, 12 unchanged, 1 line skipped`; of a preview what would be done. */
export function countsText({ isPreview, moved, unchanged, skipped }: Counts): string {
  const [move, skip] = isPreview ? ['to move', 'to skip'] : ['moved', 'skipped']
  return `${counted(moved, 'member')} ${move}, ${unchanged.toLocaleString('en-US')} unchanged, ${counted(skipped, 'line')} ${skip}`
}

/** What a list says of more than it names: `and 12 more`; empty if it names all. */
export function restText(all: number, named: number): string {
  return all > named ? `and ${(all - named).toLocaleString('en-US')} more` : ''
}
