import { z } from 'zod'
import { boardWindows } from '#domain/board-windows.ts'
import { teamNameLimit } from '#domain/teams.ts'
import { count, idOf, listOf, oneOf, requiredText } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import { lastSeen } from './tables.schema.ts'
import { teamGroup, teamSync } from './team-groups.schema.ts'
import * as contract from './teams.ts'
import { teamCard, userCard } from './users.schema.ts'

const team = teamCard.extend({ size: count }).meta({ id: 'Team' }) satisfies z.ZodType<contract.Team>
const ids = z.array(idOf<'user'>())
const withMembers = team
  .extend({ userIds: ids })
  .meta({ id: 'TeamWithMembers' }) satisfies z.ZodType<contract.TeamWithMembers>

/** A name as a form or a list may write it. */
export const teamName = requiredText(teamNameLimit, 'Name is required').transform((name) =>
  name.normalize('NFC').replace(/\s+/gu, ' '),
)
const notAColor = 'Must be a colour such as #2563eb'
const color = z
  .string(notAColor)
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, notAColor)
const userIds = z
  .array(idOf<'user'>(), 'Must be a list of members')
  .max(contract.mostTeamMembers, `Must be at most ${contract.mostTeamMembers} members`)
  .readonly()
const fields = { name: teamName, color: color.optional() }
const params = z.object({ id: idOf<'team'>() })
const answer = z.object({ data: withMembers })

export const listTeams = serve(contract.listTeams, {
  answer: listOf(team.extend({ userIds: ids.optional(), group: teamGroup.optional() })).extend({
    slack: teamSync.optional(),
  }),
})

/** A team as its form checks what was written. */
export const newTeam = z.object({ ...fields, userIds: userIds.optional() })

export const createTeam = serve(contract.createTeam, { body: newTeam, answer })

export const updateTeam = serve(contract.updateTeam, {
  params,
  body: z.object({
    name: teamName.optional(),
    color: color.optional(),
    userIds: userIds.optional(),
    seen: lastSeen(fields),
  }),
  answer,
})

export const deleteTeam = serve(contract.deleteTeam, {
  params,
  answer: z.object({ data: z.object({ formerMembers: count }) }),
})

export const putTeamMembers = serve(contract.putTeamMembers, {
  params,
  body: z.object({ userIds }),
  answer,
})

export const changeTeamOf = serve(contract.changeTeamOf, {
  params: z.object({ id: idOf<'user'>() }),
  body: z.object({ teamId: idOf<'team'>().nullable() }),
  answer: z.object({ data: z.object({ team: teamCard.nullable() }) }),
})

const teamImport = z
  .object({
    isPreview: z.boolean(),
    lines: count,
    newTeams: z.array(z.string()),
    moved: count,
    unchanged: count,
    skipped: count,
    changes: z.array(
      z.object({
        line: count,
        member: userCard,
        from: z.string().nullable(),
        to: z.string().nullable(),
      }),
    ),
    skippedLines: z.array(z.object({ line: count, text: z.string(), reason: z.string() })),
  })
  .meta({ id: 'TeamImport' }) satisfies z.ZodType<contract.TeamImport>

export const importTeams = serve(contract.importTeams, {
  query: z.object({
    preview: oneOf(['true', 'false'], 'Preview')
      .prefault('false')
      .transform((text) => text === 'true'),
  }),
  body: z.object({ csv: z.string('A list of teams is required') }),
  answer: z.object({ data: teamImport }),
})

export const teamEntry = team
  .extend({
    rank: z.int().min(1).nullable(),
    average: z.number(),
    totalPoints: z.int(),
    activeMembers: count,
  })
  .meta({ id: 'TeamEntry' }) satisfies z.ZodType<contract.TeamEntry>

const query = z.object({ window: oneOf(boardWindows, 'Window').prefault('all') })

export const teamBoard = z.object({
  data: z.array(teamEntry),
  total: count,
  isPreparing: z.boolean().optional(),
})

export const getTeamBoard = serve(contract.getTeamBoard, { query, answer: teamBoard })

const teamPage = teamEntry
  .extend({ members: z.array(userCard.extend({ points: z.int(), engagements: count })) })
  .meta({ id: 'TeamPage' }) satisfies z.ZodType<contract.TeamPage>

export const getTeam = serve(contract.getTeam, { params, query, answer: z.object({ data: teamPage }) })
