import { Flame } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { paths } from '#contract/paths.ts'
import type { Today } from '#contract/today.ts'
import type { CurrentUser } from '#contract/users.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { initialsOf } from '#web/parts/member/initials.ts'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { postAnchor } from '#web/parts/post/post-anchor.ts'
import { Thumbnail } from '#web/parts/post/thumbnail.tsx'
import { PulseRing } from '#web/ui/pulse-ring.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import * as classes from './day-path.module.css'
import { goalDay, type Stop, stopsOf } from './stage-words.ts'

interface DayPathProps {
  readonly today: Today
  readonly streak: Pick<CurrentUser, 'currentStreak' | 'hasReportedToday' | 'todayNeeds'>
}

/** The posts of the day as stops on a line that ends in the day's goal. */
export function DayPath({ today, streak }: DayPathProps) {
  const { stops, more } = stopsOf(today)
  return (
    <ol className={classes.path} aria-label="The way to today’s goal">
      {stops.map((stop) => (
        <li key={stop.post.id} className={classes.step} data-state={stop.state}>
          <StopLink stop={stop} />
        </li>
      ))}
      {more > 0 && (
        <li className={classes.step}>
          <ScreenLink href={paths.socialFeed} className={classes.link}>
            <span className={classes.rest} aria-hidden>
              +{more.toLocaleString('en-US')}
            </span>
            <span className={classes.label}>
              <span className="visually-hidden">{more.toLocaleString('en-US')} </span>more
              <span className="visually-hidden"> {more === 1 ? 'post' : 'posts'}</span>
            </span>
          </ScreenLink>
        </li>
      )}
      <li className={classes.step}>
        <Goal day={goalDay(streak)} isReached={!streak.todayNeeds && streak.currentStreak > 0} />
      </li>
    </ol>
  )
}

function StopLink({ stop: { post, state, points } }: { readonly stop: Stop }) {
  const { id, platform, authorName, title } = post
  return (
    <ScreenLink
      href={`${paths.socialFeed}#${postAnchor(id)}`}
      className={classes.link}
      onClick={(event) => goToPost(event, postAnchor(id))}
    >
      <span className={classes.stop}>
        <span className={classes.initials} data-initials={initialsOf(authorName)} aria-hidden />
        <Thumbnail
          address={post.imageUrl}
          width={64}
          height={64}
          className={classes.picture}
          isLazy={false}
        />
        <span className={classes.tick} aria-hidden>
          <svg width="30" height="30" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 12l5 5L20 6" pathLength={1} />
          </svg>
        </span>
        <span className={classes.mark}>
          <PlatformMark platform={platform} size={22} />
        </span>
      </span>
      <span className={classes.label}>
        <span className="visually-hidden">
          {state === 'done' ? 'Done: ' : ''}
          {authorName} on {platformNames[platform]}, {title}
          {points > 0 && ', '}
        </span>
        {points > 0 && `+${points.toLocaleString('en-US')}`}
      </span>
    </ScreenLink>
  )
}

/** Scrolls to a post that this screen shows. Otherwise the link leads to the feed. */
function goToPost(event: MouseEvent, anchor: string): void {
  const post = document.getElementById(anchor)
  if (!post || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  post.focus({ preventScroll: true })
  post.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' })
}

function Goal({ day, isReached }: { readonly day: number; readonly isReached: boolean }) {
  const rings = useTimesReached(isReached)
  return (
    <>
      <span className={classes.goal} data-reached={isReached || undefined}>
        <PulseRing count={rings} color="ember" shape="round" />
        <Flame size={28} fill={isReached ? 'currentColor' : 'none'} aria-hidden />
      </span>
      <span className={classes.label} data-quiet={!isReached || undefined}>
        <span className="visually-hidden">{isReached ? 'Goal reached: ' : 'Goal: '}</span>
        Day {day.toLocaleString('en-US')}
      </span>
    </>
  )
}

/** How often the goal was reached while the screen was open. */
function useTimesReached(isReached: boolean): number {
  const seen = useRef({ isReached, times: 0 })
  if (seen.current.isReached !== isReached) {
    seen.current = { isReached, times: seen.current.times + (isReached ? 1 : 0) }
  }
  return seen.current.times
}
