import { z } from 'zod'
import { count, idOf, instant, listOf, oneOf } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import * as contract from './team-groups.ts'
import { userCard } from './users.schema.ts'

const params = z.object({ id: idOf<'team'>() })

export const teamGroup = z
  .object({ id: z.string(), handle: z.string(), lostAt: instant.nullable() })
  .meta({ id: 'TeamGroup' }) satisfies z.ZodType<contract.TeamGroup>

export const teamSync = z
  .object({
    isConfigured: z.boolean(),
    inStepAt: instant.nullable(),
    several: count,
    failure: z.object({ at: instant, reason: z.string(), advice: z.string() }).nullable(),
  })
  .meta({ id: 'TeamSync' }) satisfies z.ZodType<contract.TeamSync>

const slackGroup = z
  .object({
    id: z.string(),
    name: z.string(),
    handle: z.string(),
    size: count,
    present: count,
    absent: z.array(z.string()),
    team: z.object({ id: idOf<'team'>(), name: z.string(), isFollowing: z.boolean() }).nullable(),
  })
  .meta({ id: 'SlackGroup' }) satisfies z.ZodType<contract.SlackGroup>

export const listTeamGroups = serve(contract.listTeamGroups, { answer: listOf(slackGroup) })

const outcome = z
  .object({
    isPreview: z.boolean(),
    newTeams: z.array(z.string()),
    linkedTeams: z.array(z.string()),
    unlinkedTeams: z.array(z.string()),
    lostTeams: z.array(z.string()),
    moved: count,
    changes: z.array(z.object({ member: userCard, from: z.string().nullable(), to: z.string().nullable() })),
    several: count,
    inSeveral: z.array(z.object({ member: userCard, teams: z.array(z.string()), to: z.string() })),
  })
  .meta({ id: 'TeamGroupsOutcome' }) satisfies z.ZodType<contract.TeamGroupsOutcome>

const notAGroup = "Must be Slack's id of a user group"

export const putTeamGroups = serve(contract.putTeamGroups, {
  query: z.object({
    preview: oneOf(['true', 'false'], 'Preview')
      .prefault('false')
      .transform((text) => text === 'true'),
  }),
  body: z.object({
    groups: z
      .array(z.string(notAGroup).regex(/^[A-Z0-9]{1,32}$/, notAGroup), 'Must be a list of user groups')
      .max(contract.mostGroups, `Must be at most ${contract.mostGroups} groups`)
      .readonly(),
  }),
  answer: z.object({ data: outcome }),
})

export const syncTeams = serve(contract.syncTeams, { answer: z.object({ data: outcome }) })

export const unlinkTeam = serve(contract.unlinkTeam, {
  params,
  answer: z.object({ data: z.object({ id: idOf<'team'>() }) }),
})
