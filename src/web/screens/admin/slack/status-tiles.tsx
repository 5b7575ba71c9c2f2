import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { SlackStatus } from '#contract/slack.ts'
import { absoluteTime } from '#web/ui/time-words.ts'
import { type StatusTile, tilesOf } from './slack-words.ts'
import * as classes from './status-tiles.module.css'

const icons = { good: CircleCheck, bad: CircleX, open: CircleDashed } as const

/** The Slack status: the token, the channel, and whether messages go out. */
export function StatusTiles({ status }: { readonly status: SlackStatus }) {
  return (
    <ul className={classes.tiles} aria-label="Slack status">
      {tilesOf(status).map((tile) => (
        <Tile key={tile.label} tile={tile} />
      ))}
    </ul>
  )
}

function Tile({ tile: { label, tone, word, note, since } }: { readonly tile: StatusTile }) {
  const Icon = icons[tone]
  return (
    <li className={classes.tile}>
      <p className={classes.label}>{label}</p>
      <p className={classes.word} data-tone={tone}>
        <Icon size={20} aria-hidden />
        {word}
      </p>
      <p className={classes.note}>{note}</p>
      {since !== null && (
        <p className={classes.note}>
          Since <time dateTime={since}>{absoluteTime(since)}</time>
        </p>
      )}
    </li>
  )
}
