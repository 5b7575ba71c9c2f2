import { useRef } from 'react'
import type { Appeal } from '#contract/appeals.ts'
import type { Share } from '#contract/shares.ts'
import { excerpt } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useOwnAppeals } from '#web/api/appeals.ts'
import { AppealButton } from '#web/parts/appeal/appeal-button.tsx'
import { appealWords } from '#web/parts/appeal/appeal-words.ts'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { ShareStatusBadge } from '#web/parts/share/share-status.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useMinute } from '#web/ui/use-minute.ts'
import * as classes from './share-rows.module.css'

const messageLength = 60

/** Submitted shares with their status, and the appeal of one that was not accepted. */
export function ShareRows({ shares }: { readonly shares: readonly Share[] }) {
  const appeals = useOwnAppeals(shares.some(({ status }) => status === 'rejected')).data?.data
  return (
    <ul className={classes.list} aria-label="Your latest submitted shares">
      {shares.map((share) => (
        <Row key={share.id} share={share} appeals={appeals} />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly share: Share
  /** Undefined while they are not known. */
  readonly appeals: readonly Appeal[] | undefined
}

function Row({ share, appeals }: RowProps) {
  const { platform, status, report, points, reason, appealUntil } = share
  const row = useRef<HTMLLIElement>(null)
  const now = useMinute()
  const message = share.customMessage?.trim()
  const title = message ? excerpt(message, messageLength) : contentName(share.contentType)
  const appeal = appeals?.find(({ subject }) => subject.id === share.id)
  return (
    <li ref={row} className={classes.row} tabIndex={-1}>
      <div className={classes.what}>
        <PlatformMark platform={platform} size={18} />
        <p className={classes.text} title={message || undefined} dir="auto">
          {title}
        </p>
        <ShareStatusBadge status={status} report={report} />
      </div>
      <p className={classes.meta}>
        {platformNames[platform]} · <RelativeTime instant={share.createdAt} />
        {status === 'completed' && points > 0 && (
          <>
            {' · '}
            <span className={classes.points}>+{points.toLocaleString('en-US')}</span>
          </>
        )}
      </p>
      {status === 'rejected' && reason !== null && (
        <p className={classes.reason}>
          <bdi>{reason}</bdi>
        </p>
      )}
      {appeal && (
        <p className={classes.meta}>
          <bdi>{appealWords({ outcome: appeal.decision ?? 'open', reason: appeal.decisionReason })}</bdi>
        </p>
      )}
      {appealUntil !== null && Date.parse(appealUntil) >= now.getTime() && appeals && !appeal && (
        <AppealButton
          subject={{ interactionId: null, shareId: share.id }}
          about={`Not accepted: ${title}`}
          reason={reason}
          until={appealUntil}
          onFocusLost={() => row.current?.focus({ preventScroll: true })}
        />
      )}
    </li>
  )
}

/** `Company post` for `company_post`. */
function contentName(contentType: string): string {
  const words = contentType.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
