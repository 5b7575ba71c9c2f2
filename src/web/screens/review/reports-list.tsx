import { useDebouncedValue } from '@mantine/hooks'
import { Heart } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReviewedReport } from '#contract/review.ts'
import type { UserCard } from '#contract/users.ts'
import { asDay } from '#domain/days.ts'
import { useReviewReports, useTakeBackReport } from '#web/api/review.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { AmongPeople, PersonName } from '#web/parts/member/person-name.tsx'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import { daysToAsk } from '#web/ui/day-range.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { QueueCard } from './queue-card.tsx'
import * as rowClasses from './queue-row.module.css'
import { useIsOwn } from './queue-row.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import { reportReasons, shortReasonLimit } from './reasons.ts'
import { reportColumns } from './report-columns.tsx'
import { noFilters, ReportFilterBar, type ReportFilters } from './report-filters.tsx'
import * as classes from './reports-list.module.css'

const typingPauseMs = 300

/** All reports, newest first. Those that still count can be taken back. */
export function ReportsList() {
  const [filters, setFilters] = useState(noFilters)
  const [openId, setOpenId] = useState<string | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const region = useRef<HTMLDivElement>(null)
  const query = useWanted(filters)
  const isOwn = useIsOwn()
  const reports = query.data?.pages.flatMap(({ data }) => data) ?? []
  const close = ({ id }: ReviewedReport) => {
    setOpenId(null)
    focusRow(
      region.current,
      reports.findIndex((report) => report.id === id),
    )
  }
  return (
    <QueueCard
      title="Reports"
      lead="Newest first. A report that is taken back no longer earns points."
      titleRef={title}
      region={region}
      what="reports"
      query={query}
      isEmpty={reports.length === 0}
      empty={<NoReports isFiltered={filters !== noFilters} />}
      tools={<ReportFilterBar filters={filters} onChange={setFilters} count={counts(query)} />}
    >
      <AmongPeople people={reports.map(({ user }) => user)}>
        <DataTable
          caption="Reports, newest first"
          columns={reportColumns({
            openId,
            isOwn: (report) => isOwn(report.user),
            onTakeBack: ({ id }) => setOpenId(id),
            onOnlyPost: ({ post }) => {
              setFilters({ ...filters, post })
              title.current?.focus()
            },
          })}
          rows={reports}
          rowName={({ type, user }) => `the ${type} by ${user.displayName}`}
          isOld={query.isPlaceholderData}
          below={(report) => {
            if (report.id === openId) return <TakeBack report={report} onClose={() => close(report)} />
            return report.takenBack && <TakenBack by={report.takenBack.by} reason={report.takenBack.reason} />
          }}
        />
      </AmongPeople>
    </QueueCard>
  )
}

function useWanted({ search, from, to, post }: ReportFilters) {
  const [settled] = useDebouncedValue(search.trim(), typingPauseMs)
  const days = daysToAsk({ from, to })
  return useReviewReports({
    ...(settled && { search: settled }),
    ...(post && { postId: post.id }),
    ...(days.from && { from: asDay(days.from) }),
    ...(days.to && { to: asDay(days.to) }),
  })
}

function counts(query: ReturnType<typeof useWanted>): string {
  if (!query.data) return ''
  const count = query.data.pages.reduce((sum, { data }) => sum + data.length, 0)
  return `${counted(count, 'report')}${query.hasNextPage ? ' so far' : ''}`
}

function NoReports({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={Heart} title="No reports found" text="Try another name, post or day." />
  ) : (
    <EmptyState icon={Heart} title="No reports yet" text="They show up here the moment they are made." />
  )
}

interface TakeBackProps {
  readonly report: ReviewedReport
  readonly onClose: () => void
}

function TakeBack({ report, onClose }: TakeBackProps) {
  const { user, type, points } = report
  const { mutateAsync } = useTakeBackReport()
  const { failure, isPending, attempt } = useAttempt({
    title: 'The report could not be taken back',
    fallback: 'Please try again later.',
  })
  async function send(reason: string): Promise<void> {
    if ((await attempt(() => mutateAsync({ id: report.id, reason }))) !== 'done') return
    onClose()
    const description = `${user.displayName} · ${counted(points, 'point')}`
    toast({ kind: 'success', title: 'Report taken back', description })
  }
  return (
    <>
      {failure !== null && <FailureNote text={failure} />}
      <ReasonPanel
        title="Why?"
        hint={
          <>
            <FirstName person={user} /> will read this, and can ask for another look.
          </>
        }
        reasons={reportReasons(type)}
        limit={shortReasonLimit}
        send="Take back the report"
        isPending={isPending}
        onSend={(reason) => void send(reason)}
        onCancel={onClose}
      />
    </>
  )
}

interface TakenBackProps {
  readonly by: UserCard
  readonly reason: string
}

function TakenBack({ by, reason }: TakenBackProps) {
  return (
    <p className={classes.reason}>
      <PersonName person={by} cardOf={by.id} className={rowClasses.inSentence} /> took it back:{' '}
      <bdi dir="auto">{reason}</bdi>
    </p>
  )
}
