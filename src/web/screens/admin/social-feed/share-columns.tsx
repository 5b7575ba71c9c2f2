import { Pencil } from 'lucide-react'
import type { ListedShare, ShareSort } from '#contract/shares.ts'
import type { UserId } from '#domain/ids.ts'
import { platformNames } from '#domain/vocabulary.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { ShareStatusBadge } from '#web/parts/share/share-status.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { absoluteTime, shortDate } from '#web/ui/time-words.ts'
import * as classes from './share-columns.module.css'
import { shareStatusNames } from './share-fields.ts'

interface RowControls {
  readonly onEdit: (share: ListedShare) => void
  /** Preloads the edit dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
  /** Who looks at the table: nobody reviews what is their own. */
  readonly ownId: UserId | undefined
}

export function shareColumns({
  onEdit,
  onIntent,
  ownId,
}: RowControls): readonly Column<ListedShare, ShareSort>[] {
  return [
    { name: 'User', sort: 'username', kind: 'row header', cell: (share) => <Who share={share} /> },
    {
      name: 'Platform',
      sort: 'platform',
      isOnPhone: true,
      cell: ({ platform }) => (
        <span className={classes.platform}>
          <PlatformMark platform={platform} size={16} />
          {platformNames[platform]}
        </span>
      ),
    },
    { name: 'Content', width: 320, cell: (share) => <Content share={share} /> },
    {
      name: 'Engagement',
      sort: 'engagements',
      firstDirection: 'desc',
      kind: 'number',
      cell: ({ engagements, status }) => (
        <>
          {engagements.toLocaleString('en-US')}
          <span className={classes.under}>{shareStatusNames[status]}</span>
        </>
      ),
    },
    {
      name: 'Points',
      sort: 'points',
      firstDirection: 'desc',
      kind: 'number',
      cell: ({ points }) => points.toLocaleString('en-US'),
    },
    {
      name: 'Status',
      sort: 'status',
      isOnPhone: true,
      cell: ({ status, report }) => <ShareStatusBadge status={status} report={report} />,
    },
    {
      name: 'Submitted',
      sort: 'createdAt',
      firstDirection: 'desc',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={absoluteTime(createdAt)}>
          {shortDate(createdAt)}
        </time>
      ),
    },
    {
      name: 'Edit',
      kind: 'actions',
      cell: (share) =>
        share.userId === ownId ? (
          <span className={classes.own} title="A colleague decides about your own share">
            Yours
          </span>
        ) : (
          <RowButton
            label={`Edit share on ${platformNames[share.platform]} by ${share.displayName ?? share.userId}`}
            icon={Pencil}
            onClick={() => onEdit(share)}
            {...onIntent}
            aria-haspopup="dialog"
          />
        ),
    },
  ]
}

// The id says which account it is, where two share a name.
function Who({ share: { userId, username, displayName } }: { readonly share: ListedShare }) {
  return (
    <>
      <bdi className={classes.name}>{displayName}</bdi>
      <span className={classes.under} title={userId}>
        <bdi>{username}</bdi> · {userId}
      </span>
    </>
  )
}

function Content({ share: { customMessage, contentType } }: { readonly share: ListedShare }) {
  const text = customMessage ?? contentType
  return (
    <span className={classes.content} title={text}>
      {text}
    </span>
  )
}
