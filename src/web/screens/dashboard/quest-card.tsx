import { PartyPopper } from 'lucide-react'
import type { Quest } from '#contract/quests.ts'
import { type Day, dayOf } from '#domain/days.ts'
import { useToday } from '#web/api/interactions.ts'
import { useQuests } from '#web/api/quests.ts'
import { daysLeftWords, partWords, progressShare, progressWords } from '#web/parts/quest/quest-words.ts'
import { Card } from '#web/ui/card.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { Track } from '#web/ui/track.tsx'
import { useMinute } from '#web/ui/use-minute.ts'
import * as classes from './quest-card.module.css'

/** The quests that run, and those that were done on their days; nothing where there is none. */
export function QuestCard() {
  const quests = useQuests().data?.data ?? []
  const timeZone = useToday().data?.data.timeZone
  const now = useMinute()
  if (timeZone === undefined) return null
  const today = dayOf(now, timeZone)
  const shown = quests.filter((quest) => isShown(quest, today))
  if (shown.length === 0) return null
  return (
    <Card section={shown.length === 1 ? 'Team Quest' : 'Team Quests'}>
      <div className={classes.quests}>
        {shown.map((quest) => (
          <QuestPart key={quest.id} quest={quest} today={today} />
        ))}
      </div>
    </Card>
  )
}

function isShown({ state, startDate, endDate }: Quest, today: Day): boolean {
  return (state === 'running' || state === 'done') && startDate <= today && today <= endDate
}

function QuestPart({ quest, today }: { readonly quest: Quest; readonly today: Day }) {
  const isDone = quest.state === 'done'
  return (
    <div className={classes.quest}>
      <div className={classes.head}>
        <h3 className={classes.title} dir="auto">
          {quest.title}
        </h3>
        {isDone && <StatusBadge tone="good">Done</StatusBadge>}
      </div>
      {isDone && (
        <p className={classes.celebration}>
          <PartyPopper size={20} strokeWidth={1.75} aria-hidden />
          We did it together
        </p>
      )}
      <p className={classes.progress}>
        <b>{progressWords(quest)}</b>
        <span>{daysLeftWords(quest, today)}</span>
      </p>
      <Track share={isDone ? 1 : progressShare(quest)} tone={isDone ? 'gold' : 'accent'} />
      <p className={classes.part}>{partWords(quest)}</p>
    </div>
  )
}
