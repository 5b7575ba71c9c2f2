import { Button } from '@mantine/core'
import { ChevronDown, ChevronRight, Inbox, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Delivery } from '#contract/deliveries.ts'
import { deliveryDirections, deliveryOutcomes } from '#domain/deliveries.ts'
import { type LogFilter, useDeliveryLog } from '#web/api/deliveries.ts'
import { useWebhooks } from '#web/api/webhooks.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import { directionNames, outcomeNames, outcomeTones, senderText } from './delivery-words.ts'
import { receiverName } from './webhook-words.ts'
import * as classes from './webhooks.module.css'

/** Incoming and outgoing deliveries of the last 30 days. A row opens to show the body, and can be replayed. */
export function DeliveryLog() {
  const [filter, setFilter] = useState<LogFilter>({})
  const [openId, setOpenId] = useState<string | null>(null)
  const log = useDeliveryLog(filter)
  const region = useRef<HTMLDivElement>(null)
  const columns = columnsFor(openId, (id) => setOpenId(openId === id ? null : id))
  const isFiltered = Object.values(filter).some((word) => word !== undefined)
  // After a replay, the refetched list may no longer have the row that had the focus.
  const keepFocus = () => {
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }
  return (
    <TabSection
      title="Delivery Log"
      text="Incoming and outgoing deliveries of the last 30 days, newest first."
      actions={
        <Button
          variant="default"
          leftSection={<RotateCw size={16} aria-hidden />}
          onClick={() => void log.refetch()}
        >
          Refresh
        </Button>
      }
    >
      <LogFilters filter={filter} onFilter={setFilter} />
      <div ref={region} tabIndex={-1} className={classes.log}>
        <QueryState
          query={log}
          what="delivery log"
          skeleton={<SkeletonRows count={6} height={44} hasAvatar={false} />}
        >
          {(deliveries) =>
            deliveries.length === 0 ? (
              <EmptyState
                icon={Inbox}
                title={isFiltered ? 'No deliveries found' : 'No deliveries yet'}
                text={
                  isFiltered
                    ? 'Try a different direction, outcome or receiver.'
                    : 'Incoming and outgoing webhook calls show up here.'
                }
              />
            ) : (
              <>
                <DataTable
                  caption="Deliveries"
                  columns={columns}
                  rows={deliveries}
                  rowName={({ route, createdAt }) => `${route}, ${absoluteTime(createdAt)}`}
                  below={(delivery) =>
                    delivery.id === openId ? (
                      <DeliveryDetails delivery={delivery} onReplayed={keepFocus} />
                    ) : null
                  }
                />
                <div className={classes.more}>
                  <LoadMore what="deliveries" query={log} region={region} />
                </div>
              </>
            )
          }
        </QueryState>
      </div>
    </TabSection>
  )
}

function columnsFor(openId: string | null, onToggle: (id: string) => void): readonly Column<Delivery>[] {
  return [
    {
      name: 'Time',
      kind: 'row header',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{absoluteTime(createdAt)}</time>,
    },
    { name: 'Direction', isOnPhone: true, cell: ({ direction }) => directionNames[direction] },
    {
      name: 'Webhook or event',
      width: 280,
      cell: ({ route, receiver }) => (
        <>
          <code>{route}</code>
          {receiver !== null && <span className={classes.receiver}>to {receiver}</span>}
        </>
      ),
    },
    { name: 'Sender', cell: senderText },
    {
      name: 'Outcome',
      isOnPhone: true,
      cell: ({ outcome, status }) => (
        <span className={classes.outcome}>
          <StatusBadge tone={outcomeTones[outcome]}>{outcomeNames[outcome]}</StatusBadge>
          {status !== null && <span className={classes.note}>{status}</span>}
        </span>
      ),
    },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (delivery) => (
        <DetailsButton delivery={delivery} isOpen={openId === delivery.id} onToggle={onToggle} />
      ),
    },
  ]
}

interface DetailsButtonProps {
  readonly delivery: Delivery
  readonly isOpen: boolean
  readonly onToggle: (id: string) => void
}

function DetailsButton({ delivery: { id, route, createdAt }, isOpen, onToggle }: DetailsButtonProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<Icon size={16} aria-hidden />}
      aria-expanded={isOpen}
      onClick={() => onToggle(id)}
    >
      Details
      <span className="visually-hidden">
        {' '}
        of {route}, {absoluteTime(createdAt)}
      </span>
    </Button>
  )
}

interface LogFiltersProps {
  readonly filter: LogFilter
  readonly onFilter: (filter: LogFilter) => void
}

function LogFilters({ filter, onFilter }: LogFiltersProps) {
  const webhooks = useWebhooks().data?.data ?? []
  return (
    <div className={classes.filters}>
      <WordSelect
        label="Direction"
        words={deliveryDirections}
        names={directionNames}
        none="Both directions"
        value={filter.direction ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, direction: deliveryDirections.find((word) => word === value) })
        }
      />
      <WordSelect
        label="Outcome"
        words={deliveryOutcomes}
        names={outcomeNames}
        none="All outcomes"
        value={filter.outcome ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, outcome: deliveryOutcomes.find((word) => word === value) })
        }
      />
      {webhooks.length > 0 && (
        <WordSelect
          label="Receiver"
          words={webhooks.map(({ id }) => id)}
          names={Object.fromEntries(webhooks.map((webhook) => [webhook.id, receiverName(webhook, webhooks)]))}
          none="All receivers"
          value={filter.webhook ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, webhook: webhooks.find(({ id }) => id === value)?.id })
          }
        />
      )}
    </div>
  )
}
