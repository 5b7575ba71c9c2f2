import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idOf, instant, workspaceDay } from '#server/db/columns.ts'
import { teams, users } from './people.ts'

export const contests = pgTable(
  'contests',
  {
    id: idOf<'contest'>('id').primaryKey(),
    title: text('title').notNull(),
    description: text('description'),
    startDate: workspaceDay('start_date').notNull(),
    endDate: workspaceDay('end_date').notNull(),
    prize: text('prize'),
    isActive: boolean('is_active').notNull().default(true),
    /** Whether teams compete in it as well as members. */
    isBetweenTeams: boolean('is_between_teams').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
    /** Under which its standings and its board stand now. A contest without standings has an id that nothing uses. */
    standingsId: idOf<'standings'>('standings_id').notNull().unique().defaultRandom(),
  },
  (table) => [
    index('contests_by_window').on(table.startDate, table.endDate),
    check('contests_window_sound', sql`end_date >= start_date`),
  ],
)

/**
 * A member's line in a contest: sums over the contest's days, kept by the write that changes them. Rows under an id that
 * no contest and no build has are left over, and a job deletes them.
 */
export const standings = pgTable(
  'standings',
  {
    /** The `standings_id` of a contest, or the id of a build. */
    contestId: idOf<'standings'>('contest_id').notNull(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    points: integer('points').notNull(),
    shares: integer('shares').notNull(),
    engagements: integer('engagements').notNull(),
    reachedAt: instant('reached_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.userId] })],
)

/**
 * New standings in the making: those that a contest gets together with its new days when everybody's line is done. The
 * writes of points keep them up to date meanwhile.
 */
export const standingsBuilds = pgTable(
  'standings_builds',
  {
    id: idOf<'standings'>('id').primaryKey(),
    contestId: idOf<'contest'>('contest_id')
      .notNull()
      .unique()
      .references(() => contests.id),
    startDate: workspaceDay('start_date').notNull(),
    endDate: workspaceDay('end_date').notNull(),
    /** The lines of the members up to this id are done. */
    doneUpTo: idOf<'user'>('done_up_to'),
    membersDone: integer('members_done').notNull().default(0),
    membersInAll: integer('members_in_all').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  () => [check('standings_builds_window_sound', sql`end_date >= start_date`)],
)

/** Who was first when a contest had ended, written once. The database refuses any change to a row. */
export const monthlyWinners = pgTable(
  'monthly_winners',
  {
    id: idOf<'monthlyWinner'>('id').primaryKey(),
    contestId: idOf<'contest'>('contest_id')
      .notNull()
      .unique()
      .references(() => contests.id),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    year: integer('year').notNull(),
    month: integer('month').notNull(),
    /** The contest's window as it was then. */
    startDate: workspaceDay('start_date').notNull(),
    endDate: workspaceDay('end_date').notNull(),
    points: integer('points').notNull(),
    shares: integer('shares').notNull(),
    engagements: integer('engagements').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  () => [check('monthly_winners_sound', sql`points > 0 and month between 1 and 12`)],
)

/** How the teams stood when a contest had ended, written together with its winner. The database refuses any change to a row. */
export const teamStandings = pgTable(
  'team_standings',
  {
    contestId: idOf<'contest'>('contest_id')
      .notNull()
      .references(() => contests.id),
    teamId: idOf<'team'>('team_id')
      .notNull()
      .references(() => teams.id),
    points: integer('points').notNull(),
    active: integer('active').notNull(),
    /** How many enabled members the team had then. */
    size: integer('size').notNull(),
    /** Null with too few active members. Equal teams share a rank. */
    rank: integer('rank'),
    isChampion: boolean('is_champion').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contestId, table.teamId] }),
    uniqueIndex('team_standings_one_champion').on(table.contestId).where(sql`is_champion`),
    check('team_standings_sound', sql`active >= 0 and size >= 0 and (not is_champion or rank = 1)`),
  ],
)
