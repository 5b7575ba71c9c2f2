import { Button } from '@mantine/core'
import { CircleAlert, Pencil, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { PointsConfiguration } from '#contract/points.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import {
  actionNames,
  anyContext,
  anyPlatform,
  bonusNames,
  contextNames,
  ruleName,
  rulePlatformNames,
} from '#web/parts/points/rule-words.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './rule-card.module.css'

interface RuleCardProps {
  readonly rule: PointsConfiguration
  /** Why the rule has no effect; null if it has one. */
  readonly note: string | null
  /** Absent for members who may not change rules. */
  readonly controls?: RuleControls | undefined
}

export interface RuleControls {
  readonly onEdit: () => void
  readonly onDelete: () => void
  /** Preloads the edit dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
}

/** A card for one points rule: what it earns, and where. */
export function RuleCard({ rule, note, controls }: RuleCardProps) {
  const id = useId()
  return (
    <article
      className={classes.card}
      aria-labelledby={id}
      tabIndex={-1}
      data-off={!rule.isActive || undefined}
    >
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {actionNames[rule.actionType]}
        </h2>
        <StatusBadge tone={rule.isActive ? 'good' : 'off'}>
          {rule.isActive ? 'Active' : 'Inactive'}
        </StatusBadge>
      </div>
      {rule.description && <p className={classes.description}>{rule.description}</p>}
      <p className={classes.points}>
        {rule.pointValue.toLocaleString('en-US')}{' '}
        <span>{rule.pointValue === 1 ? 'base point' : 'base points'}</span>
      </p>
      <dl className={classes.facts}>
        {factsOf(rule).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note !== null && (
        <p className={classes.note}>
          <CircleAlert size={16} aria-hidden />
          <span>{note}</span>
        </p>
      )}
      {controls && <Controls rule={rule} controls={controls} />}
    </article>
  )
}

function Controls({ rule, controls }: Pick<RuleCardProps, 'rule'> & { readonly controls: RuleControls }) {
  const name = ruleName(rule)
  return (
    <div className={classes.controls}>
      <Button
        variant="default"
        size="xs"
        leftSection={<Pencil size={14} aria-hidden />}
        onClick={controls.onEdit}
        {...controls.onIntent}
        aria-haspopup="dialog"
        aria-label={`Edit ${name}`}
      >
        Edit
      </Button>
      <Button
        variant="outline"
        color="red"
        size="xs"
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={controls.onDelete}
        aria-haspopup="dialog"
        aria-label={`Delete ${name}`}
      >
        Delete
      </Button>
    </div>
  )
}

function factsOf(rule: PointsConfiguration): (readonly [string, string])[] {
  const multiplied = Math.round((rule.pointValue * rule.multiplier) / 100)
  const multiplier = `${rule.multiplier.toLocaleString('en-US')}% (${counted(multiplied, 'point')})`
  const facts: (readonly [string, string] | null)[] = [
    rule.multiplier === 100 ? null : ['Multiplier', multiplier],
    ['Platform', rule.platform ? rulePlatformNames[rule.platform] : anyPlatform],
    ['Context', rule.context ? contextNames[rule.context] : anyContext],
    rule.bonusType && rule.bonusValue
      ? ['Bonus', `+${rule.bonusValue.toLocaleString('en-US')} ${bonusNames[rule.bonusType]}`]
      : null,
  ]
  return facts.filter((fact) => fact !== null)
}
