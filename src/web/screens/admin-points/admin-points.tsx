import { Button, Skeleton } from '@mantine/core'
import { Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { PointsConfiguration } from '#contract/points.ts'
import { usePointsConfigurations } from '#web/api/points.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyDialog, lazyPart } from '#web/app/lazy.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState, QueryState } from '#web/ui/query-state.tsx'
import * as classes from './admin-points.module.css'
import { RuleGrid } from './rule-grid.tsx'
import { RulesInForce } from './rules-in-force.tsx'
import { RulesSeen } from './rules-seen.tsx'

const ruleDialog = lazyDialog(async () => (await import('./rule-dialog.tsx')).RuleDialog)
const Limits = lazyPart(async () => (await import('./limits-panel.tsx')).LimitsPanel, {
  waiting: <Skeleton height={420} mt={24} radius="lg" />,
  failed: null,
})
const skeletonCards = 6

/** The points rules. Everyone can see them; only administrators can change them. */
export function AdminPoints() {
  const { user } = useCurrentUser()
  const canChange = user?.role === 'admin'
  const query = usePointsConfigurations()
  const { edited, isOpen, edit, close } = useEditing()
  const add = (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => edit(null)}
      {...ruleDialog.onIntent}
      aria-haspopup="dialog"
    >
      Add Configuration
    </Button>
  )
  return (
    <Frame>
      <Page
        title="Points Configuration"
        before={<BackLink href={paths.dashboard} label="Back to dashboard" />}
        after={canChange && add}
      >
        <p className={classes.explanation}>
          What each action earns. If several rules match, the most specific wins, then the newest. Without a
          matching rule an action earns nothing.
          {user && !canChange && ' Only administrators can change rules.'}
        </p>
        {canChange && <RulesSeen />}
        <QueryState query={query} what="points rules" skeleton={<CardSkeletons />}>
          {({ data }) => (
            <div className={classes.parts}>
              <RulesInForce rules={data} />
              <RuleGrid
                rules={data}
                onEdit={canChange ? edit : undefined}
                onIntent={ruleDialog.onIntent}
                empty={
                  <EmptyState
                    icon={SlidersHorizontal}
                    title="No points rules"
                    text={`${canChange ? 'Add the first one: without' : 'Without'} rules nothing earns points, and cards show the actions without a figure.`}
                  />
                }
              />
            </div>
          )}
        </QueryState>
        {canChange && <Limits />}
        <ruleDialog.Dialog isOpen={isOpen} onClose={close} rule={edited} rules={query.data?.data ?? []} />
      </Page>
    </Frame>
  )
}

function CardSkeletons() {
  return (
    <div className={classes.grid}>
      {Array.from({ length: skeletonCards }, (_, card) => `card-${card}`).map((card) => (
        <div key={card} className={classes.skeleton}>
          <Skeleton height={16} width="50%" />
          <Skeleton height={28} width="35%" mt={20} />
          <Skeleton height={12} mt={24} />
          <Skeleton height={12} width="80%" mt={12} />
        </div>
      ))}
    </div>
  )
}

/** The rule in the dialog. It is kept while the dialog closes, so that the content does not change meanwhile. */
function useEditing() {
  const [edited, setEdited] = useState<PointsConfiguration | null>(null)
  const [isOpen, setOpen] = useState(false)
  return {
    edited,
    isOpen,
    edit(rule: PointsConfiguration | null) {
      setEdited(rule)
      setOpen(true)
    },
    close: () => setOpen(false),
  }
}
