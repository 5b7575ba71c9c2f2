import { paths } from '#contract/paths.ts'
import { useOwnStreak } from '#web/api/streaks.ts'
import { keptText } from '#web/parts/streak/kept-words.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './streak-note.module.css'

/** What keeps the member's streak alive today, with a link to the rest. */
export function StreakNote() {
  const streak = useOwnStreak().data?.data
  if (!streak) return ' '
  return (
    <ScreenLink href={paths.profile} className={classes.link}>
      {keptText(streak)}
      {streak.freezes > 0 && ` · ${counted(streak.freezes, 'freeze')} left`}
    </ScreenLink>
  )
}
