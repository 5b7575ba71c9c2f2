import { nilId } from '#domain/ids.ts'
// Parts of SQL for the rows that the test of the checks has made.
export const ana = `(select id from users where username = 'ana.lima')`
export const ben = `(select id from users where username = 'ben.okafor')`
export const live = `(select id from interactions where undone_at is null and type = 'share' and user_id = ${ana})`
export const undone = `(select id from interactions where undone_at is not null and user_id = ${ben})`
const cara = `(select id from users where username = 'cara.ito')`
const ownShare = '(select id from shares where interaction_id is null)'
const steps = (who: string) => `(select id from earned_achievements where user_id = ${who})`
const post = '(select min(id::text)::uuid from posts)'
const noId = `'00000000-0000-7000-8000-000000000000'`

export interface Plant {
  readonly sql: string
  /** The checks that must name it, and no other may. */
  readonly named: readonly string[]
  readonly undoSql?: string
}

/** SQL that inserts a copy of a row with another id. */
export const copyOf = (table: string, id: string, changes: string) =>
  `insert into ${table} select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid()) || ${changes})).*
   from ${table} x where ${id}`

/** Violations of what reports, undos, shares and contests keep. */
export const plants: Record<string, Plant> = {
  'points that nobody earned': {
    sql: `update users set total_points = total_points + 1 where id = ${ana}`,
    named: ['member totals', 'sum of totals'],
  },
  'points that moved from one member to another': {
    sql: `update users set total_points = total_points + case when id = ${ana} then 5 else -5 end
      where id in (${ana}, ${ben})`,
    named: ['member totals'],
  },
  'a name that nobody gave': {
    sql: `update users set display_name = 'Somebody Else' where id = ${ana}`,
    named: ['directory of members', 'display names'],
  },
  'a lost count of shares': {
    sql: `update users set total_shares = 0 where id = ${ana}`,
    named: ['member totals'],
  },
  'an extra engagement': {
    sql: `update users set total_engagements = total_engagements + 1 where id = ${ben}`,
    named: ['member totals'],
  },
  'a total reached when nothing happened': {
    sql: `update users set reached_at = reached_at - interval '1 hour' where id = ${ana}`,
    named: ['instants of totals'],
  },
  'a standing reached when nothing happened': {
    sql: `update standings set reached_at = reached_at - interval '1 hour' where user_id = ${ana}`,
    named: ['instants of totals'],
  },
  'a streak that is too long': {
    sql: `update users set current_streak = 3, longest_streak = 3 where id = ${ana}`,
    named: ['streaks'],
  },
  'a best streak that was forgotten': {
    sql: `update users set current_streak = 1, longest_streak = 1 where id = ${ana}`,
    named: ['streaks'],
  },
  'a streak that ends on the wrong day': {
    sql: `update users set streak_last_day = '2026-03-12' where id = ${ben}`,
    named: ['streaks'],
  },
  'a report without its award': {
    sql: `delete from ledger where subject_id = ${live}`,
    named: [
      'member totals',
      'sum of totals',
      'instants of totals',
      'awards',
      'entries of reports',
      'standings',
    ],
  },
  'two awards for one report': {
    sql: `drop index ledger_one_award;
      ${copyOf('ledger', `subject_id = ${live}`, `jsonb_build_object('amount', 0, 'rule_id', null)`)}`,
    named: ['awards'],
    undoSql: `create unique index ledger_one_award on ledger (subject_id)
      where reason in ('interaction', 'achievement', 'share')`,
  },
  'an award of another amount, with totals to match': {
    sql: `update ledger set amount = amount + 1, rule_id = null where subject_id = ${live};
      update users set total_points = total_points + 1 where id = ${ana};
      update standings set points = points + 1 where user_id = ${ana}`,
    named: ['awards', 'entries of reports'],
  },
  'an award on another day': {
    sql: `update ledger set day = '2026-03-10' where subject_id = ${live}`,
    named: ['awards', 'entries of reports'],
  },
  'an undone report without its reversal': {
    sql: `delete from ledger where reason = 'undo' and subject_id = ${undone}`,
    named: ['member totals', 'sum of totals', 'entries of reports', 'reversals', 'standings'],
  },
  'a reversal on another day': {
    sql: `update ledger set day = '2026-03-12' where reason = 'undo' and subject_id = ${undone}`,
    named: ['entries of reports', 'reversals'],
  },
  'a reversal of half the award': {
    sql: `update ledger set amount = amount / 2 where reason = 'undo' and subject_id = ${undone};
      update users set total_points = total_points + 15 where id = ${ben};
      update standings set points = points + 15 where user_id = ${ben}`,
    named: ['entries of reports', 'reversals'],
  },
  'a reversal of a live report': {
    sql: `${copyOf(
      'ledger',
      `subject_id = ${live}`,
      `jsonb_build_object('amount', -amount, 'reason', 'undo', 'reverses_id', id, 'rule_id', null)`,
    )};
      update users set total_points = total_points - 30 where id = ${ana};
      update standings set points = points - 30 where user_id = ${ana}`,
    named: ['entries of reports'],
  },
  'an award for nothing': {
    sql: copyOf(
      'ledger',
      `subject_id = ${live}`,
      `jsonb_build_object('amount', 0, 'subject_id', ${noId}, 'rule_id', null)`,
    ),
    named: ['ledger entries without a source'],
  },
  'a reversal of nothing': {
    sql: copyOf(
      'ledger',
      `reason = 'undo' and subject_id = ${undone}`,
      `jsonb_build_object('amount', 0, 'reverses_id', ${noId})`,
    ),
    named: ['ledger entries without a source'],
  },
  'an entry for a share that is gone': {
    sql: copyOf(
      'ledger',
      `subject_id = ${live}`,
      `jsonb_build_object('amount', 0, 'reason', 'share', 'subject_id', ${noId}, 'rule_id', null)`,
    ),
    named: ['ledger entries without a source'],
  },
  'a standing with other sums': {
    sql: `update standings set engagements = engagements + 1 where user_id = ${ana}`,
    named: ['standings'],
  },
  'a standing that is missing': {
    sql: `delete from standings where user_id = ${ana}`,
    named: ['standings'],
  },
  'a standing of a member who did nothing': {
    sql: `insert into standings select contest_id, ${noId}, 5, 0, 0, reached_at from standings
      where user_id = ${ana}`,
    named: ['instants of totals', 'standings'],
  },
  'a contest that has grown without its standings': {
    sql: `update contests set start_date = '2026-03-11' where end_date = '2026-03-31'`,
    named: ['standings'],
  },
  'a second contest of the same days without its standings': {
    sql: `alter table contests drop constraint contests_no_overlap;
      ${copyOf('contests', `end_date = '2026-03-31'`, `jsonb_build_object('title', 'Another', 'standings_id', gen_random_uuid())`)}`,
    named: ['standings'],
    undoSql: `alter table contests add constraint contests_no_overlap
      exclude using gist (daterange(start_date, end_date, '[]') with &&) where (is_active and deleted_at is null)`,
  },
  'a window without its scores': {
    sql: `insert into board_windows (id, kind, start_date, end_date, is_whole, created_at)
      values (gen_random_uuid(), 'month', '2026-03-01', '2026-03-31', true, '2026-03-01T00:00:00Z');
      delete from window_moves`,
    named: ['windows'],
    undoSql: 'delete from board_windows',
  },
  'a team of more members than it has': {
    sql: `insert into teams (id, name, color, members, created_at)
      values (gen_random_uuid(), 'Sales', '#16a34a', 2, '2026-03-01T00:00:00Z')`,
    named: ['teams'],
    undoSql: 'delete from teams',
  },
  'a champion team that earned nothing': {
    sql: `with team as (
        insert into teams (id, name, color, created_at)
        values (gen_random_uuid(), 'Sales', '#16a34a', '2026-03-01T00:00:00Z') returning id
      ) insert into team_standings (contest_id, team_id, points, active, size, rank, is_champion)
        select contest_id, team.id, 30, 2, 2, 1, true from monthly_winners, team limit 1`,
    named: ['team standings'],
    undoSql: 'delete from team_standings; delete from teams',
  },
  'a team with the points of an entry that is not its own': {
    sql: `with w as (
        insert into board_windows (id, kind, start_date, end_date, is_whole, created_at)
        values (gen_random_uuid(), 'all', '2000-01-01', '2199-12-31', true, '2026-03-01T00:00:00Z') returning id
      ) insert into team_scores select w.id, ${ana}, gen_random_uuid(), 15, 1 from w`,
    named: ['teams'],
    undoSql: 'delete from board_windows',
  },
  'a second live report of the same': {
    sql: `drop index interactions_one_live; ${copyOf('interactions', `id = ${live}`, `'{}'`)}`,
    named: [
      'member totals',
      'awards',
      'entries of reports',
      'standings',
      'one live report of a kind',
      'shares of reports',
      'activities of reports',
    ],
    undoSql: `create unique index interactions_one_live on interactions (user_id, post_id, type)
      where undone_at is null`,
  },
  'an undo after the window': {
    sql: `update interactions set reported_at = reported_at - interval '5 minutes' where id = ${undone};
      update ledger set created_at = created_at - interval '5 minutes'
      where subject_id = ${undone} and reason = 'interaction'`,
    named: ['undo window'],
  },
  'a day far from its instant': {
    sql: `update interactions set day = day + 5 where id = ${undone};
      update ledger set day = day + 5 where subject_id = ${undone}`,
    named: ['days'],
  },
  'a share report whose share is gone': {
    sql: `delete from shares where interaction_id = ${live}`,
    named: ['shares of reports'],
  },
  'a share left behind by an undo': {
    sql: copyOf(
      'shares',
      `interaction_id = ${live}`,
      `jsonb_build_object('interaction_id', ${undone}, 'user_id', ${ben})`,
    ),
    named: ['shares of reports'],
  },
  'a share of somebody else': {
    sql: `update shares set user_id = ${ben} where interaction_id = ${live}`,
    named: ['shares of reports'],
  },
  'a report that no activity tells of': {
    sql: `delete from activities where subject_id = ${live}`,
    named: ['activities of reports'],
  },
  'an activity that tells of an undone report': {
    sql: copyOf('activities', `subject_id = ${live}`, `jsonb_build_object('subject_id', ${undone})`),
    named: ['activities of reports'],
  },
  'an activity that tells of other points': {
    sql: `update activities set points = points + 1 where subject_id = ${live}`,
    named: ['activities of reports'],
  },
  'an activity that tells of nothing': {
    sql: copyOf('activities', `subject_id = ${live}`, `jsonb_build_object('subject_id', ${noId})`),
    named: ['activities of reports'],
  },
  'an activity of a report that it does not name': {
    sql: copyOf('activities', `subject_id = ${live}`, `jsonb_build_object('subject_id', null)`),
    named: ['activities of reports'],
  },
  'an achievement without its award': {
    sql: `delete from ledger where subject_id = ${steps(ana)};
      update users set total_points = total_points - 10 where id = ${ana};
      update standings set points = points - 10 where user_id = ${ana}`,
    named: ['entries of achievements'],
  },
  'an achievement of other points': {
    sql: `update earned_achievements set points = 11 where user_id = ${ana};
      update activities set points = 11 where subject_id = ${steps(ana)}`,
    named: ['entries of achievements'],
  },
  'an achievement that was taken back without a reversal': {
    sql: `delete from ledger where reason = 'undo' and subject_id in ${steps(cara)};
      update users set total_points = total_points + 10 where id = ${cara};
      update standings set points = points + 10 where user_id = ${cara}`,
    named: ['entries of achievements', 'winners'],
  },
  'a code of an achievement that was never earned': {
    sql: `update users set achievement_codes = '{engagement_king,first_steps}' where id = ${ana}`,
    named: ['codes of achievements'],
  },
  'an achievement that nothing was done for': {
    sql: `update earned_achievements set code = 'engagement_king' where user_id = ${ben};
      update users set achievement_codes = '{engagement_king}' where id = ${ben}`,
    named: ['grounds of achievements'],
  },
  'an achievement that no activity tells of': {
    sql: `delete from activities where type = 'achievement' and user_id = ${ben}`,
    named: ['activities of achievements and shares'],
  },
  'an activity that tells of no achievement': {
    sql: copyOf('activities', `subject_id = ${steps(ben)}`, `jsonb_build_object('subject_id', ${noId})`),
    named: ['activities of achievements and shares'],
  },
  'a share whose points were changed beside the ledger': {
    sql: `update shares set points = points + 1 where id = ${ownShare};
      update activities set points = points + 1 where subject_id = ${ownShare}`,
    named: ['entries of shares'],
  },
  'a rejected share that still holds its points': {
    sql: `update shares set status = 'rejected' where id = ${ownShare}`,
    named: ['entries of shares', 'activities of achievements and shares', 'verified shares'],
  },
  'applause for somebody else than the member of the activity': {
    sql: `update applause set receiver_id = ${cara}`,
    named: ['applause'],
  },
  'a winner with other points': {
    sql: 'update monthly_winners set points = points + 1',
    named: ['winners'],
  },
  'a winner of another month': {
    sql: 'update monthly_winners set month = 5',
    named: ['winners'],
  },
  'a winner who was not the first': {
    sql: `update ledger set day = '2026-02-20' where user_id = ${ana};
      update interactions set day = '2026-02-20' where user_id = ${ana}`,
    named: ['days', 'standings', 'streaks', 'instants of totals', 'winners'],
  },
  'one post twice': {
    sql: `alter table posts drop constraint posts_identity_unique; ${copyOf('posts', `id = ${post}`, `'{}'`)}`,
    named: ['one post of an identity'],
    undoSql: 'alter table posts add constraint posts_identity_unique unique (identity)',
  },
  'a ledger whose trigger is off': {
    sql: 'alter table ledger disable trigger ledger_append_only',
    named: ['append-only guards'],
    undoSql: 'alter table ledger enable trigger ledger_append_only',
  },
  'an audit log whose trigger is gone': {
    sql: 'alter table audit_entries disable trigger audit_no_truncate',
    named: ['append-only guards'],
    undoSql: 'alter table audit_entries enable trigger audit_no_truncate',
  },
}

const takenBack = '(select interaction_id from take_backs where given_back_at is null)'
const verified = `(select id from shares where status = 'completed')`

/** Violations of what reviewers and administrators write. */
export const reviewPlants: Record<string, Plant> = {
  'a receipt that nobody kept': {
    sql: `update schema_migrations set applied_at = '2026-01-01' where number = 12;
      update ledger set rule_id = null where subject_id = ${live}`,
    named: ['receipts'],
    undoSql: "update schema_migrations set applied_at = '2026-06-01' where number = 12",
  },
  'a receipt with a bonus without a name': {
    sql: `update ledger set bonus_value = 0 where subject_id = ${live}`,
    named: ['receipts'],
  },
  'a take-back of a report that counts': {
    sql: `insert into take_backs (interaction_id, user_id, reviewer_id, reason, created_at)
      values (${live}, ${ana}, ${ben}, 'Not there', '2026-03-12')`,
    named: ['take-backs'],
  },
  'a take-back of one’s own report': {
    sql: `update take_backs set reviewer_id = user_id where interaction_id = ${takenBack}`,
    named: ['take-backs'],
  },
  'points of a report that was taken back': {
    sql: `update ledger set amount = 0 where reason = 'undo' and subject_id = ${takenBack};
      update users set total_points = total_points + 20 where id = ${ben};
      update standings set points = points + 20 where user_id = ${ben}`,
    named: ['entries of reports', 'reversals'],
  },
  'a report beyond the cap that earned': {
    sql: `update interactions set over_cap = 1 where id = ${live}`,
    named: ['caps'],
  },
  'a correction of another amount': {
    sql: 'update adjustments set amount = amount + 1',
    named: ['corrections'],
  },
  'a verified share that counts twice': {
    sql: `update ledger set shares = 2 where subject_id = ${verified} and shares = 1;
      update users set total_shares = total_shares + 1 where id = ${cara};
      update standings set shares = shares + 1 where user_id = ${cara}`,
    named: ['verified shares', 'winners'],
  },
  'a member whom lists would not find by their name': {
    sql: `update member_directory set names = 'somebody' where user_id = ${ana}`,
    named: ['directory of members'],
  },
  'a member whom lists would not show': {
    sql: `delete from member_directory where user_id = ${ana}`,
    named: ['directory of members'],
  },
}

/** Violations of what triggers derive. */
export const derivedPlants: Record<string, Plant> = {
  'an entry on the board with other points than the member has': {
    sql: `update board_entries set shares = shares + 1 where user_id = ${ana}`,
    named: ['boards'],
  },
  'a member who is missing on a board': {
    sql: `delete from board_entries where user_id = ${ana}`,
    named: ['boards', 'counts of boards'],
  },
  'a count that is too high': {
    sql: `insert into board_moves values ('${nilId}', null, '\\x05', 0, 0, 0, 0)`,
    named: ['counts of boards'],
  },
  'a participant too many': {
    sql: `insert into board_moves values ('${nilId}', null, null, 0, 1, 0, 0)`,
    named: ['sums of boards'],
  },
  'a report too many on a day': {
    sql: `update daily_figures set amount = amount + 1 where figure = 'share'`,
    named: ['daily figures'],
  },
  'a day without its active members': { sql: 'delete from active_days', named: ['active members'] },
  'points that are held for no share': {
    sql: `update share_figures set held = held + 1 where quarter = '-infinity'`,
    named: ['figures of shares'],
  },
  'a like that counts for no team': {
    sql: `insert into team_days values ('2026-01-01', '00000000-0000-4000-8000-000000000001', 0, 1, 0, 0)`,
    named: ['figures of teams'],
  },
  'a member who was active on another day': {
    sql: 'update member_days set last_day = last_day - 1',
    named: ['days of members'],
  },
  'a post that reached nobody': { sql: 'update post_figures set members = 0', named: ['figures of posts'] },
}
