import { z } from 'zod'
import { displayNameLimit, isDisplayName, isUsername, usernameLimit } from '#domain/names.ts'
import { roles } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { count, idOf, instant, oneOf, requiredText, storableText } from './fields.ts'
import { lastSeen, tableQuery, tableTotal } from './tables.ts'

/** How a member appears to other members. */
export const userCard = z.object({
  username: z.string(),
  /** The name to show; never empty. */
  displayName: z.string(),
  avatar: z.string().nullable(),
})

/** A member as they see themselves. */
export const currentUser = z.object({
  id: idOf<'user'>(),
  username: z.string(),
  displayName: z.string(),
  /** The name that the member wrote; null for none. */
  ownDisplayName: z.string().nullable(),
  /** The name that shows where the member wrote none. */
  defaultDisplayName: z.string(),
  email: z.string().nullable(),
  /** Whether the member signs in with this address, so that the profile cannot change it. */
  isEmailFixed: z.boolean(),
  avatar: z.string().nullable(),
  role: z.enum(roles),
  slackUserId: z.string().nullable(),
  trackingCode: z.string(),
  totalPoints: count,
  /** Days in a row up to today or yesterday; 0 when the last report is older. */
  currentStreak: count,
  longestStreak: count,
  totalEngagements: count,
  totalShares: count,
  /** Whether the member already has a live report on the present workspace day. */
  hasReportedToday: z.boolean(),
  createdAt: instant,
})
export type CurrentUser = z.output<typeof currentUser>

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  answer: z.object({ data: currentUser }),
})

const emailLimit = 254
const notAnEmail = 'Please enter a valid email address'

/** What members change about themselves. The address is only for contact: nobody is recognised or signed in by it. */
export const profile = z.object({
  /** Normalised to NFC, so that names that look the same are the same text. */
  username: z
    .string('Username is required')
    .overwrite((text) => text.normalize('NFC'))
    .pipe(
      requiredText(usernameLimit, 'Username is required').refine(isUsername, {
        error: 'Username may not hold characters that cannot be seen',
        // An empty or too long name already has its message.
        when: ({ issues }) => issues.length === 0,
      }),
    ),
  /** Empty text and null clear it, so that the default name shows; if omitted, it stays as it is. */
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
    .refine((text) => text === '' || isDisplayName(text), 'Name may not hold characters that cannot be seen')
    .transform((text) => text || null)
    .nullish(),
  /** Empty text and null clear it; if omitted, it stays as it is. */
  email: z
    .string(notAnEmail)
    .trim()
    .pipe(
      z.union(
        [z.literal('').transform(() => null), z.email(notAnEmail).max(emailLimit, notAnEmail)],
        notAnEmail,
      ),
    )
    .nullish(),
})
export type Profile = z.output<typeof profile>

/**
 * Changes the caller's own profile. 409 with an issue for the field when another member has that username or address,
 * or when the address is fixed.
 */
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/user',
  body: profile,
  answer: z.object({ data: currentUser }),
})

/** A member in the list of all members: what everybody sees, and the rest for administrators only. */
export const listedUser = currentUser
  .pick({ id: true, username: true, displayName: true, avatar: true })
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
      })
      .partial().shape,
  )
export type ListedUser = z.output<typeof listedUser>

export const userSorts = ['username', 'email', 'role', 'totalPoints', 'createdAt'] as const
export type UserSort = (typeof userSorts)[number]

/**
 * All members, by the name that is shown; with `page`, one page of them. A search covers that name and the username,
 * and for administrators also the address, the Slack id and the tracking code. Only they may sort by what only they
 * see (403 for others).
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  query: z.object(tableQuery(userSorts)),
  answer: z.object({ data: z.array(listedUser), total: tableTotal }),
})

const role = oneOf(roles, 'Role')

/** Sets a member's role. 409 when the last administrator would lose theirs, or the role has changed since last seen. */
export const changeRole = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/role',
  params: z.object({ id: idOf<'user'>() }),
  body: z.object({ role, seen: lastSeen({ role }) }),
  answer: z.object({ data: listedUser }),
})

export const revokeSessions = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/revoke-sessions',
  params: z.object({ id: idOf<'user'>() }),
  answer: z.object({ data: z.object({ revokedSessions: count }) }),
})
