import { Filter } from 'lucide-react'
import type { ReviewedReport } from '#contract/review.ts'
import { isPlaceholderLink, safeUrl } from '#domain/posts.ts'
import { platformNames, type ReportState } from '#domain/vocabulary.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import * as classes from './report-columns.module.css'
import { reportTitle, stateWords } from './review-words.ts'
import { StatementButton } from './statement-button.tsx'

interface RowControls {
  /** The report that is being taken back. */
  readonly openId: string | null
  readonly isOwn: (report: ReviewedReport) => boolean
  readonly onTakeBack: (report: ReviewedReport) => void
  readonly onOnlyPost: (report: ReviewedReport) => void
}

const tones = { live: 'good', undone: 'off', taken_back: 'bad' } as const satisfies Record<
  ReportState,
  string
>

/** The columns of the table of reports. */
export function reportColumns(controls: RowControls): readonly Column<ReviewedReport>[] {
  return [
    {
      name: 'Member',
      kind: 'row header',
      cell: ({ user }) => (
        <span className={classes.member}>
          <UserAvatar person={user} size={32} />
          <PersonName person={user} cardOf={user.id} className={classes.name} />
        </span>
      ),
    },
    {
      name: 'Report',
      isOnPhone: true,
      cell: ({ type, platform }) => (
        <span className={classes.report} title={reportTitle(type, platform)}>
          <PlatformMark platform={platform} size={16} />
          {type.charAt(0).toUpperCase() + type.slice(1)}
          <span className="visually-hidden"> on {platformNames[platform]}</span>
        </span>
      ),
    },
    { name: 'Post', width: 150, cell: (report) => <Post report={report} /> },
    { name: 'Points', kind: 'number', cell: ({ points }) => `+${points.toLocaleString('en-US')}` },
    { name: 'Reported', isOnPhone: true, cell: ({ reportedAt }) => <RelativeTime instant={reportedAt} /> },
    {
      name: 'State',
      isOnPhone: true,
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{stateWords[state]}</StatusBadge>,
    },
    { name: 'Actions', kind: 'actions', cell: (report) => <Actions report={report} {...controls} /> },
  ]
}

function Post({ report: { post } }: { readonly report: ReviewedReport }) {
  const href = isPlaceholderLink(post.postUrl) ? null : safeUrl(post.postUrl)
  const words = post.content || post.authorName
  if (href === null) return <bdi dir="auto">{words}</bdi>
  return (
    <a className={classes.post} href={href} target="_blank" rel="noopener noreferrer">
      <bdi dir="auto">{words}</bdi>
      <span className="visually-hidden">, new tab</span>
    </a>
  )
}

interface ActionsProps extends RowControls {
  readonly report: ReviewedReport
}

function Actions({ report, openId, isOwn, onTakeBack, onOnlyPost }: ActionsProps) {
  const { user, post, type, state } = report
  const mayTakeBack = state === 'live' && !isOwn(report)
  return (
    <span className={classes.actions}>
      <StatementButton user={user} />
      <RowButton
        label={`Only this post, by ${post.authorName}`}
        icon={Filter}
        onClick={() => onOnlyPost(report)}
      />
      {mayTakeBack && (
        <button
          type="button"
          className={classes.takeBack}
          aria-label={`Take back the ${type} by ${user.displayName}`}
          aria-expanded={openId === report.id}
          onClick={() => onTakeBack(report)}
        >
          Take back
        </button>
      )}
    </span>
  )
}
