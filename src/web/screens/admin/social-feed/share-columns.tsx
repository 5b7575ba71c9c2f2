import { Button } from '@mantine/core'
import { Pencil } from 'lucide-react'
import type { ListedShare, ShareSort } from '#contract/shares.ts'
import { platformNames } from '#domain/vocabulary.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { ShareStatusBadge } from '#web/parts/share/share-status.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { absoluteTime, shortDate } from '#web/ui/time-words.ts'
import classes from './share-columns.module.css'
import { shareStatusNames } from './share-fields.ts'

interface RowControls {
  readonly onEdit: (share: ListedShare) => void
  /** Preloads the edit dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
}

export function shareColumns({ onEdit, onIntent }: RowControls): readonly Column<ListedShare, ShareSort>[] {
  return [
    { name: 'User', sort: 'username', kind: 'row header', cell: (share) => <Who share={share} /> },
    { name: 'Platform', sort: 'platform', cell: ({ platform }) => platformNames[platform] },
    { name: 'Content', cell: (share) => <Content share={share} /> },
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
    { name: 'Status', sort: 'status', cell: ({ status }) => <ShareStatusBadge status={status} /> },
    {
      name: 'Submitted',
      sort: 'createdAt',
      firstDirection: 'desc',
      cell: ({ createdAt }) => (
        <time className={classes.date} dateTime={createdAt} title={absoluteTime(createdAt)}>
          {shortDate(createdAt)}
        </time>
      ),
    },
    {
      name: 'Edit',
      kind: 'actions',
      cell: (share) => (
        <Button
          variant="default"
          size="xs"
          leftSection={<Pencil size={14} aria-hidden />}
          onClick={() => onEdit(share)}
          {...onIntent}
          aria-haspopup="dialog"
          aria-label={`Edit share on ${platformNames[share.platform]} by ${share.displayName ?? share.userId}`}
        >
          Edit
        </Button>
      ),
    },
  ]
}

function Who({ share: { userId, username, displayName } }: { readonly share: ListedShare }) {
  return (
    <>
      <span className={classes.name}>
        <bdi>{displayName}</bdi>
      </span>
      <span className={classes.under}>
        <bdi>{username}</bdi>
      </span>
      <span className={classes.id} title={userId}>
        {userId}
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
