import { Button } from '@mantine/core'
import { Plus, Target } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Quest } from '#contract/quests.ts'
import { tablePageSize } from '#contract/tables.ts'
import { useAllQuests } from '#web/api/quests.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { focusRow } from '#web/ui/data-table.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { Pager } from '#web/ui/table-tools.tsx'
import { useLastPage } from '#web/ui/use-last-page.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'
import { QuestTable } from './quest-table.tsx'

const dialog = lazyDialog(async () => (await import('./quest-dialog.tsx')).QuestDialog)
const noQuests: readonly Quest[] = []

/** The common goals of the team, and how far they are. */
export function QuestsSection() {
  const [page, turnTo] = useState(1)
  const query = useAllQuests(page)
  const { data: quests = noQuests, total } = query.data ?? {}
  const region = useRef<HTMLDivElement>(null)
  const edited = useOpened<Quest>()
  const { coming } = useRowMoved(quests, (place) => focusRow(region.current, place))
  useLastPage({ query: { page }, turnTo }, { total, pageSize: tablePageSize })
  const newQuest = <NewQuestButton onOpen={() => edited.open(null)} />
  return (
    <TabSection
      title="Quests"
      count={total}
      text="Set the team a common goal for some days. Everybody celebrates when it is reached."
      // Without quests it stands in their place.
      actions={total !== 0 && newQuest}
    >
      <div ref={region}>
        <QueryState
          query={query}
          what="quests"
          skeleton={<SkeletonRows count={3} height={48} hasAvatar={false} />}
        >
          {({ data }) => (
            <>
              <QuestTable
                quests={data}
                isOld={query.isPlaceholderData}
                onEdit={edited.open}
                onIntent={dialog.onIntent}
                empty={
                  <EmptyState
                    icon={Target}
                    title="No quests"
                    text="Set a goal that the team reaches together, such as 200 comments this week."
                    action={newQuest}
                  />
                }
              />
              <Pager what="quests" page={page} total={total ?? 0} pageSize={tablePageSize} onTurn={turnTo} />
            </>
          )}
        </QueryState>
      </div>
      <dialog.Dialog
        isOpen={edited.isOpen}
        onClose={edited.close}
        quest={edited.subject}
        opening={edited.opening}
        // With the first quest goes the button that the focus would return to.
        onMade={(quest) => total === 0 && coming(quest)}
      />
    </TabSection>
  )
}

function NewQuestButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onOpen}
      {...dialog.onIntent}
      aria-haspopup="dialog"
    >
      New quest
    </Button>
  )
}
