import { z } from 'zod'
import { displayNameLimit, isDisplayName, isUsername, usernameLimit } from '#domain/names.ts'
import { disablers, roles } from '#domain/vocabulary.ts'
import { count, idOf, instant, oneOf, requiredText, storableText, wholeNumberText } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import { lastSeen, tableQuery, tableTotal } from './tables.schema.ts'
import type { BookedTeam, TeamCard } from './teams.ts'
import * as contract from './users.ts'

export const userCard = z
  .object({
    id: idOf<'user'>(),
    username: z.string(),
    displayName: z.string(),
    avatar: z.string().nullable(),
  })
  .meta({ id: 'UserCard' }) satisfies z.ZodType<contract.UserCard>

export const teamCard = z
  .object({ id: idOf<'team'>(), name: z.string(), color: z.string() })
  .meta({ id: 'TeamCard' }) satisfies z.ZodType<TeamCard>

export const bookedTeam = teamCard
  .extend({ isDeleted: z.boolean() })
  .meta({ id: 'BookedTeam' }) satisfies z.ZodType<BookedTeam>

export const currentUser = z
  .object({
    id: idOf<'user'>(),
    username: z.string(),
    displayName: z.string(),
    ownDisplayName: z.string().nullable(),
    defaultDisplayName: z.string(),
    email: z.string().nullable(),
    isEmailFixed: z.boolean(),
    avatar: z.string().nullable(),
    role: z.enum(roles),
    slackUserId: z.string().nullable(),
    trackingCode: z.string(),
    trackableLink: z.string(),
    totalPoints: z.int(),
    currentStreak: count,
    longestStreak: count,
    totalEngagements: count,
    totalShares: count,
    leftOut: z.boolean(),
    isLeftOut: z.boolean(),
    team: teamCard.nullable(),
    hasReportedToday: z.boolean(),
    todayNeeds: z.literal('report').nullable(),
    hasStreakRules: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'CurrentUser' }) satisfies z.ZodType<contract.CurrentUser>

export const getCurrentUser = serve(contract.getCurrentUser, { answer: z.object({ data: currentUser }) })

const emailLimit = 254
const notAnEmail = 'Please enter a valid email address'

/** An address as a member may write one; empty text is none. */
export const newEmail = z
  .string(notAnEmail)
  .trim()
  .pipe(
    z.union(
      [z.literal('').transform(() => null), z.email(notAnEmail).max(emailLimit, notAnEmail)],
      notAnEmail,
    ),
  )

/** A profile as its form checks what was written. */
export const editedProfile = z
  .object({
    username: z
      .string('Username is required')
      .overwrite((text) => text.normalize('NFC'))
      .pipe(
        requiredText(usernameLimit, 'Username is required').refine(isUsername, {
          error: 'Username must not contain invisible characters',
          // An empty or too long name already has its message.
          when: ({ issues }) => issues.length === 0,
        }),
      ),
    displayName: z
      .string('Must be text')
      .overwrite((text) =>
        storableText(text)
          .normalize('NFC')
          .replace(/\p{Zs}+/gu, ' ')
          .trim(),
      )
      .refine((text) => Array.from(text).length <= displayNameLimit, {
        error: `Must be at most ${displayNameLimit} characters long`,
        abort: true,
      })
      .refine((text) => text === '' || isDisplayName(text), 'Name must not contain invisible characters')
      .transform((text) => text || null)
      .nullish(),
    email: newEmail.nullish(),
  })
  .meta({ id: 'Profile' }) satisfies z.ZodType<contract.Profile>

export const updateProfile = serve(contract.updateProfile, {
  // The address may be the stored one, and settings allow more forms of it than members may write.
  body: editedProfile.extend({
    email: z
      .string(notAnEmail)
      .trim()
      .max(emailLimit, notAnEmail)
      .transform((text) => text || null)
      .nullish(),
  }),
  answer: z.object({ data: currentUser }),
})

/** As text, because that is how a query carries it. */
const idList = z
  .string()
  .max(contract.mostUserIds * 37)
  .refine(
    (text) => z.array(idOf<'user'>()).max(contract.mostUserIds).safeParse(text.split(',')).success,
    `Must be at most ${contract.mostUserIds} ids with commas between them`,
  )

const listedUser = userCard
  .extend(
    currentUser
      .omit({
        id: true,
        username: true,
        displayName: true,
        avatar: true,
        ownDisplayName: true,
        defaultDisplayName: true,
        isEmailFixed: true,
        hasReportedToday: true,
        todayNeeds: true,
        hasStreakRules: true,
        trackableLink: true,
      })
      .partial()
      .extend({ disabledBy: z.enum(disablers).nullable().optional() }).shape,
  )
  .meta({ id: 'ListedUser' }) satisfies z.ZodType<contract.ListedUser>

export const listUsers = serve(contract.listUsers, {
  query: z.object({
    ...tableQuery(contract.userSorts),
    role: z.enum(roles).optional(),
    disabled: z.literal('true').optional(),
    limit: wholeNumberText({ from: 1, to: contract.mostListedUsers }).optional(),
    ids: idList.optional(),
  }),
  answer: z.object({
    data: z.array(listedUser),
    ...tableTotal,
    byRole: z.object({ user: count, moderator: count, admin: count }).optional(),
  }),
})

const role = oneOf(roles, 'Role')

export const changeRole = serve(contract.changeRole, {
  params: z.object({ id: idOf<'user'>() }),
  body: z.object({ role, seen: lastSeen({ role }) }),
  answer: z.object({ data: listedUser }),
})

export const changeStatus = serve(contract.changeStatus, {
  params: z.object({ id: idOf<'user'>() }),
  body: z
    .object({
      disabled: z.boolean('Must be true or false').optional(),
      leftOut: z.boolean('Must be true or false').optional(),
    })
    .refine(({ disabled, leftOut }) => disabled !== undefined || leftOut !== undefined, {
      path: ['disabled'],
      message: 'Must be true or false',
    }),
  answer: z.object({ data: listedUser }),
})

export const revokeSessions = serve(contract.revokeSessions, {
  params: z.object({ id: idOf<'user'>() }),
  answer: z.object({ data: z.object({ revokedSessions: count }) }),
})
