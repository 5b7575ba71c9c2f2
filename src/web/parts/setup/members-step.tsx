import { useSlackStatus } from '#web/api/slack.ts'
import { SyncMembers } from '#web/parts/slack/sync-members.tsx'
import { Step, type StepPlace } from './step.tsx'

/** Imports the members, which needs the bot's token. */
export function MembersStep({ place }: { readonly place: StepPlace }) {
  const { data } = useSlackStatus()
  const isReady = data?.data.botTokenConfigured === true
  const text = place.isDone
    ? 'Members can sign in with Slack.'
    : isReady
      ? 'Nobody is told, no roles change.'
      : 'Comes after Slack. Nobody is told, no roles change.'
  return (
    <Step place={place} title="Import members" text={text}>
      {!place.isDone && <SyncMembers isReady={isReady} isPrimary={place.isPrimary} />}
    </Step>
  )
}
