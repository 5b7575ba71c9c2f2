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
import type { LedgerEntry } from '#contract/ledger.ts'
import { type AchievementIcon, achievementKinds } from '#domain/achievements.ts'
import { type InteractionType, platformNames } from '#domain/vocabulary.ts'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import classes from './statement.module.css'
import { entryDay, entryTone, entryWords, signedPoints } from './statement-words.ts'

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

/** A row of the statement. */
export function StatementEntry({ entry }: { readonly entry: LedgerEntry }) {
  const { at, day, amount, balance, isUndone, platform, url } = entry
  const tone = entryTone(entry)
  const words = entryWords(entry)
  const Icon = iconOf(entry)
  return (
    <tr className={classes.entry} data-tone={tone}>
      <td className={classes.day}>
        <time dateTime={at} title={absoluteTime(at)}>
          {entryDay(day)}
        </time>
      </td>
      <td className={classes.what}>
        <div className={classes.line}>
          <span className={classes.icon}>
            <Icon size={15} aria-hidden />
          </span>
          <span className={classes.words}>
            {url === null ? (
              <Words words={words} isUndone={isUndone} />
            ) : (
              <a href={url} target="_blank" rel="noopener noreferrer">
                <Words words={words} isUndone={isUndone} />
                <span className="visually-hidden">, opens in a new tab</span>
              </a>
            )}
          </span>
          {platform && (
            <span className={classes.platform}>
              <PlatformMark platform={platform} size={16} />
              <span className="visually-hidden">on {platformNames[platform]}</span>
            </span>
          )}
        </div>
      </td>
      <td className={classes.amount} data-gain={(amount > 0 && tone !== 'undone') || undefined}>
        {signedPoints(amount)}
      </td>
      <td className={classes.balance}>{balance.toLocaleString('en-US')}</td>
    </tr>
  )
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

function iconOf({ reason, report, achievement }: LedgerEntry): LucideIcon {
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
      return PenLine
  }
}
