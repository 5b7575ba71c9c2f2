import { z } from 'zod'
import type { SlackCall } from '#contract/slack.ts'

/** Events about people: somebody came, or something about them changed, also that they were deactivated. */
const eventsAboutPeople = ['user_change', 'team_join']

const changedPerson = z.object({ id: z.string(), deleted: z.boolean() })

/** An event that may make members leave or come back. */
interface PersonEvent {
  /** Slack's id of the event; null if it has none. */
  readonly eventId: string | null
  /** Whom it is about, and whether the workspace has deactivated them; null if it does not say. */
  readonly person: { readonly userId: string; readonly isRemoved: boolean } | null
}

/** Null for every other call. */
export function personEvent({ type, event, event_id: eventId }: SlackCall): PersonEvent | null {
  if (type !== 'event_callback' || !event || !eventsAboutPeople.includes(event.type)) return null
  const { data } = changedPerson.safeParse(event.user)
  return { eventId: eventId ?? null, person: data ? { userId: data.id, isRemoved: data.deleted } : null }
}
