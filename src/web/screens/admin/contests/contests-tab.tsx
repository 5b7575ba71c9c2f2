import { Button } from '@mantine/core'
import { Plus, RotateCw, Trophy } from 'lucide-react'
import { useState } from 'react'
import type { Contest } from '#contract/contests.ts'
import { useMonthlyContests } from '#web/api/contests.ts'
import { contestDialog } from '#web/parts/contest-form/lazy-contest-dialog.ts'
import { MonthNudge } from '#web/parts/contest-form/month-nudge.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { ContestTable } from './contest-table.tsx'
import { QuestsSection } from './quests-section.tsx'

/** The contests, and below them the quests. */
export function ContestsTab() {
  return (
    <>
      <ContestsSection />
      <QuestsSection />
    </>
  )
}

/** Lists the contests, and creates, edits and deletes them. */
function ContestsSection() {
  const query = useMonthlyContests()
  const { subject, opening, isOpen, open, close } = useOpened<Contest>()
  const actions = (
    <>
      <RefreshButton refetch={query.refetch} />
      <Button
        leftSection={<Plus size={16} aria-hidden />}
        onClick={() => open(null)}
        {...contestDialog.onIntent}
        aria-haspopup="dialog"
      >
        Create Contest
      </Button>
    </>
  )
  return (
    <TabSection
      title="Monthly Contest Management"
      text="Points earned on the days of an active contest count towards it."
      actions={actions}
    >
      <MonthNudge />
      <QueryState
        query={query}
        what="contests"
        skeleton={<SkeletonRows count={4} height={56} hasAvatar={false} />}
      >
        {({ data }) => (
          <ContestTable
            contests={data}
            onEdit={open}
            onIntent={contestDialog.onIntent}
            empty={
              <EmptyState
                icon={Trophy}
                title="No Monthly Contests"
                text="Create one. Members see it immediately."
              />
            }
          />
        )}
      </QueryState>
      <contestDialog.Dialog isOpen={isOpen} onClose={close} contest={subject} opening={opening} />
    </TabSection>
  )
}

interface RefreshButtonProps {
  readonly refetch: () => Promise<{ readonly isSuccess: boolean }>
}

function RefreshButton({ refetch }: RefreshButtonProps) {
  const [isPending, setPending] = useState(false)
  async function refresh(): Promise<void> {
    if (isPending) return
    setPending(true)
    // A failure is shown above the table.
    const { isSuccess } = await refetch()
    setPending(false)
    if (isSuccess) toast({ kind: 'success', title: 'Data refreshed' })
  }
  return (
    <Button
      variant="default"
      leftSection={<RotateCw size={16} aria-hidden />}
      onClick={() => void refresh()}
      aria-disabled={isPending || undefined}
    >
      {isPending ? 'Refreshing…' : 'Refresh'}
    </Button>
  )
}
