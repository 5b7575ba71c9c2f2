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

const personId = z.string().regex(/^[A-Z0-9]{1,32}$/)

/** Who has opened the Home tab; null for every other call. */
export function homeOpener({ type, event }: SlackCall): string | null {
  if (type !== 'event_callback' || event?.type !== 'app_home_opened') return null
  // The tab with the messages of the app needs nothing.
  if (event.tab !== undefined && event.tab !== 'home') return null
  return personId.safeParse(event.user).data ?? null
}

const person = z.object({ id: personId, team_id: z.string().optional() })
const team = z.object({ id: z.string() }).nullish()

const pressedButton = z.object({
  type: z.literal('block_actions'),
  user: person,
  team,
  container: z.object({ message_ts: z.string().optional(), view_id: z.string().optional() }).optional(),
  actions: z
    .array(
      z.object({
        action_id: z.string().max(255),
        value: z.string().max(2_000).default(''),
        action_ts: z.string().optional(),
      }),
    )
    .min(1),
  response_url: z.string().max(2_000).optional(),
  trigger_id: z.string().max(500).optional(),
})

const submittedDialog = z.object({
  type: z.literal('view_submission'),
  user: person,
  team,
  view: z.object({
    callback_id: z.string(),
    private_metadata: z.string().max(3_000),
    state: z.object({
      values: z.record(z.string(), z.record(z.string(), z.object({ value: z.string().nullish() }))),
    }),
  }),
})

const interaction = z.discriminatedUnion('type', [pressedButton, submittedDialog])
export type Interaction = z.output<typeof interaction>

/** A press or a filled-in dialog; null for what is neither, or is not as Slack writes it. */
export function interactionOf(payload: string | null): Interaction | null {
  try {
    return interaction.safeParse(JSON.parse(payload ?? '')).data ?? null
  } catch {
    return null
  }
}

const command = z.object({
  team_id: z.string(),
  user_id: personId,
  text: z.string().max(8_000).default(''),
  trigger_id: z.string().optional(),
})
export type Command = z.output<typeof command>

/** A typed command; null for what is none. */
export function commandOf(fields: URLSearchParams): Command | null {
  return command.safeParse(Object.fromEntries(fields)).data ?? null
}
