import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PointsConfiguration } from '#contract/points.ts'
import { useDeletePointsConfiguration } from '#web/api/points.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { ruleName } from '#web/parts/points/rule-words.ts'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './admin-points.module.css'
import { cardNote, deletionNotes } from './coverage-words.ts'
import { RuleCard } from './rule-card.tsx'
import { rulesInOrder } from './rule-order.ts'

interface RuleGridProps {
  readonly rules: readonly PointsConfiguration[]
  /** Absent for members who may not change rules. */
  readonly onEdit: ((rule: PointsConfiguration) => void) | undefined
  readonly onIntent: IntentHandlers
  /** Shown when there is no rule. */
  readonly empty: ReactNode
}

/** A card for each rule, those of one action together. */
export function RuleGrid({ rules, onEdit, onIntent, empty }: RuleGridProps) {
  const region = useRef<HTMLElement>(null)
  const ordered = rulesInOrder(rules)
  const deletion = useDeletion(ordered, rules, (place) => {
    const cards = region.current?.querySelectorAll('article') ?? []
    const next = cards[Math.min(place, cards.length - 1)] ?? region.current
    next?.focus()
  })
  const controlsOf = (rule: PointsConfiguration) =>
    onEdit && { onEdit: () => onEdit(rule), onDelete: () => deletion.ask(rule), onIntent }
  return (
    <section ref={region} className={classes.region} aria-label="Points rules" tabIndex={-1}>
      {ordered.length === 0 ? (
        <div className={classes.empty}>{empty}</div>
      ) : (
        <ul className={classes.grid}>
          {ordered.map((rule) => (
            <li key={rule.id}>
              <RuleCard rule={rule} note={cardNote(rule, rules)} controls={controlsOf(rule)} />
            </li>
          ))}
        </ul>
      )}
      {deletion.dialog}
    </section>
  )
}

const deletionWords = {
  title: 'Error deleting configuration',
  fallback: 'Failed to delete configuration',
} as const

/** Asks, deletes a rule, and calls `onGone` with the rule's former list position once it is off the screen. */
function useDeletion(
  ordered: readonly PointsConfiguration[],
  rules: readonly PointsConfiguration[],
  onGone: (place: number) => void,
) {
  const [doomed, setDoomed] = useState<{ readonly rule: PointsConfiguration; readonly place: number }>()
  const [stage, setStage] = useState<'idle' | 'asking' | 'deleted'>('idle')
  const { mutateAsync } = useDeletePointsConfiguration()

  const isGone = stage === 'deleted' && rules.every(({ id }) => id !== doomed?.rule.id)
  const gone = useRef(onGone)
  gone.current = onGone
  useEffect(() => {
    if (!isGone || !doomed) return
    setStage('idle')
    gone.current(doomed.place)
  }, [isGone, doomed])

  return {
    ask(rule: PointsConfiguration) {
      setDoomed({ rule, place: ordered.indexOf(rule) })
      setStage('asking')
    },
    dialog: (
      <ConfirmDialog
        isOpen={stage === 'asking'}
        onClose={() => setStage('idle')}
        title="Delete Points Configuration"
        question="Are you sure you want to delete this configuration?"
        subject={doomed ? subjectOf(doomed.rule) : ''}
        effects={doomed ? deletionNotes(rules, doomed.rule) : []}
        words={deletionWords}
        act={async () => doomed && mutateAsync({ id: doomed.rule.id })}
        onDone={() => {
          toast({ kind: 'success', title: 'Configuration deleted' })
          setStage('deleted')
        }}
      />
    ),
  }
}

function subjectOf(rule: PointsConfiguration): string {
  return `${ruleName(rule)}: ${counted(rule.pointValue, 'base point')}`
}
