import '#web/ui/library-styles.ts'
import { Button, Checkbox } from '@mantine/core'
import { UsersRound } from 'lucide-react'
import type { SlackGroup } from '#contract/team-groups.ts'
import type { ListedTeam } from '#contract/teams.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import * as classes from './groups.module.css'
import { GroupsOutcome } from './groups-outcome.tsx'
import { absentText, groupText, hasEffect, outcomeText } from './groups-words.ts'
import { useGroupChoice } from './use-group-choice.ts'

interface GroupsFormProps {
  readonly groups: readonly SlackGroup[]
  readonly teams: readonly ListedTeam[]
  readonly onClose: () => void
}

/** The user groups, what choosing them would do, and the button that does it. */
export function GroupsForm({ groups, teams, onClose }: GroupsFormProps) {
  const present = new Set(groups.map(({ id }) => id))
  const lost = teams.flatMap(({ name, group }) => (group && !present.has(group.id) ? [{ name, group }] : []))
  const followed = groups.flatMap(({ id, team }) => (team?.isFollowing ? [id] : []))
  const choice = useGroupChoice({
    opened: [...followed, ...lost.map(({ group }) => group.id)],
    onDone: onClose,
  })
  const { outcome, failure } = choice
  if (groups.length + lost.length === 0)
    return (
      <EmptyState
        icon={UsersRound}
        title="No user groups"
        text="Make user groups in Slack, then choose here which of them are teams."
      />
    )
  return (
    <div className={formClasses.form}>
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>
          The members of a chosen group become the members of its team, and stay in step with Slack.
        </legend>
        {groups.map((group) => (
          <Checkbox
            key={group.id}
            label={<bdi>{group.name}</bdi>}
            description={<GroupDescription group={group} />}
            checked={choice.chosen.has(group.id)}
            onChange={() => choice.toggle(group.id)}
          />
        ))}
        {lost.map(({ name, group }) => (
          <Checkbox
            key={group.id}
            label={<bdi>{name}</bdi>}
            description={
              group.lostAt === null
                ? `@${group.handle} is missing in Slack. The team keeps its members.`
                : `@${group.handle} is missing in Slack since ${shortDate(group.lostAt)}. The team keeps its members.`
            }
            checked={choice.chosen.has(group.id)}
            onChange={() => choice.toggle(group.id)}
          />
        ))}
      </fieldset>
      <p className="visually-hidden" role="status">
        {outcome && `${outcomeText(outcome)}.`}
      </p>
      {outcome && <GroupsOutcome outcome={outcome} />}
      {failure !== null && <FailureNote text={failure} />}
      <div className={formClasses.buttons}>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <PendingButton
          variant={outcome === null ? 'filled' : 'default'}
          isPending={choice.isPreviewing}
          pendingText="Reading…"
          onClick={choice.preview}
        >
          Preview
        </PendingButton>
        {outcome && hasEffect(outcome) && (
          <PendingButton isPending={choice.isPutting} pendingText="Taking over…" onClick={choice.takeOver}>
            Take over
          </PendingButton>
        )}
      </div>
    </div>
  )
}

function GroupDescription({ group }: { readonly group: SlackGroup }) {
  const absent = absentText(group)
  return (
    <>
      <span className={classes.line}>{groupText(group)}</span>
      {absent !== '' && <span className={classes.line}>{absent}</span>}
    </>
  )
}
