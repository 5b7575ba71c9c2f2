import {
  CircleCheck,
  Crown,
  Flame,
  Heart,
  type LucideIcon,
  MessageCircle,
  MousePointerClick,
  PenLine,
  Repeat2,
  Undo2,
} from 'lucide-react'
import { useRef } from 'react'
import type { LedgerEntry } from '#contract/ledger.ts'
import { paths } from '#contract/paths.ts'
import { type AchievementIcon, achievementKinds } from '#domain/achievements.ts'
import { type InteractionType, platformNames } from '#domain/vocabulary.ts'
import { AppealButton } from '#web/parts/appeal/appeal-button.tsx'
import { appealWords } from '#web/parts/appeal/appeal-words.ts'
import { signedPoints } from '#web/parts/points/signed-points.ts'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { TeamName } from '#web/parts/team/team-name.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import * as classes from './statement.module.css'
import { dayWords, entryDay, entryTone, isSumTelling, noteWords, sumWords } from './statement-words.ts'

const reports: Readonly<Record<InteractionType, LucideIcon>> = {
  like: Heart,
  comment: MessageCircle,
  share: Repeat2,
}
const badges: Readonly<Record<AchievementIcon, LucideIcon>> = {
  fire: Flame,
  share: Repeat2,
  crown: Crown,
  heart: Heart,
}

interface StatementEntryProps {
  readonly entry: LedgerEntry
  /** Whether it is the caller's, who may appeal. */
  readonly isOwn: boolean
  /** Shows every sum, also one that is nothing but its amount. */
  readonly isFull: boolean
}

/** A row of a statement. */
export function StatementEntry({ entry, isOwn, isFull }: StatementEntryProps) {
  const { createdAt, bookedOn, amount, balance, platform, team } = entry
  const tone = entryTone(entry)
  const Icon = iconOf(entry)
  return (
    <tr className={classes.entry} data-tone={tone}>
      <td className={classes.day}>
        <time dateTime={createdAt} title={absoluteTime(createdAt)}>
          {entryDay(bookedOn)}
        </time>
      </td>
      <td className={classes.what}>
        <div className={classes.line}>
          <span className={classes.icon}>
            <Icon size={15} aria-hidden />
          </span>
          <span className={classes.words}>
            <Subject entry={entry} isOwn={isOwn} />
          </span>
          {platform && (
            <span className={classes.platform}>
              <PlatformMark platform={platform} size={16} />
              <span className="visually-hidden">on {platformNames[platform]}</span>
            </span>
          )}
          {team && (
            <span className={classes.team}>
              <span className="visually-hidden">for the team</span>
              <TeamName team={team} />
            </span>
          )}
        </div>
        <Details entry={entry} isOwn={isOwn} isFull={isFull} />
      </td>
      <td className={classes.amount} data-gain={(amount > 0 && tone !== 'undone') || undefined}>
        {signedPoints(amount)}
      </td>
      <td className={classes.balance}>{balance.toLocaleString('en-US')}</td>
    </tr>
  )
}

/** What the entry is for, with a link to where that can be seen. */
function Subject({ entry, isOwn }: Pick<StatementEntryProps, 'entry' | 'isOwn'>) {
  const { url, achievement, isUndone } = entry
  const words = <Words words={entry.description} isUndone={isUndone} />
  if (url !== null) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {words}
        <span className="visually-hidden">, opens in a new tab</span>
      </a>
    )
  }
  if (achievement === null || !isOwn) return words
  return <ScreenLink href={`${paths.profile}?tab=achievements`}>{words}</ScreenLink>
}

function Words({ words, isUndone }: { readonly words: string; readonly isUndone: boolean }) {
  const line = <bdi title={words}>{words}</bdi>
  if (!isUndone) return line
  return (
    <s>
      {line}
      <span className="visually-hidden">, undone</span>
    </s>
  )
}

function Details({ entry, isOwn, isFull }: StatementEntryProps) {
  const { appealable, appeal } = entry
  const details = useRef<HTMLUListElement>(null)
  const sum = isFull || isSumTelling(entry) ? sumWords(entry) : null
  const outcome = appeal && appealWords(appeal)
  const lines = [sum, noteWords(entry), dayWords(entry), outcome].filter((line) => line !== null)
  const canAppeal = isOwn && appealable !== null
  if (lines.length === 0 && !canAppeal) return null
  return (
    <ul ref={details} className={classes.details} tabIndex={-1}>
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
      {canAppeal && (
        <li>
          <AppealButton
            subject={appealable}
            about={entry.description}
            reason={entry.note?.reason ?? null}
            until={appealable.until}
            onFocusLost={() => details.current?.focus({ preventScroll: true })}
          />
        </li>
      )}
    </ul>
  )
}

function iconOf({ reason, report, achievement, subject }: LedgerEntry): LucideIcon {
  switch (reason) {
    case 'interaction':
      return reports[report ?? 'like']
    case 'undo':
      return Undo2
    case 'achievement':
      return badges[achievementKinds.find(({ code }) => code === achievement)?.icon ?? 'heart']
    case 'share':
      return CircleCheck
    case 'link_click':
      return MousePointerClick
    case 'adjustment':
      return subject.type === 'interaction' ? reports[report ?? 'like'] : PenLine
  }
}
