CREATE TABLE "board_windows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"is_whole" boolean NOT NULL,
	"done_up_to" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "board_windows_once" UNIQUE("kind","start_date","is_whole"),
	CONSTRAINT "board_windows_sound" CHECK (end_date >= start_date)
);
--> statement-breakpoint
CREATE TABLE "window_moves" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"points" integer NOT NULL,
	"shares" integer NOT NULL,
	"engagements" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "window_scores" (
	"window_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"points" integer NOT NULL,
	"shares" integer NOT NULL,
	"engagements" integer NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "window_scores_window_id_user_id_pk" PRIMARY KEY("window_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "board_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"week_starts_on" integer DEFAULT 1 NOT NULL,
	"leave_out_roles" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "board_settings_one_row" CHECK (id = 1),
	CONSTRAINT "board_settings_sound" CHECK (week_starts_on between 1 and 7)
);
--> statement-breakpoint
ALTER TABLE "place_marks" DROP CONSTRAINT "place_marks_one_a_board";--> statement-breakpoint
ALTER TABLE "place_marks" ADD COLUMN "window_kind" text;--> statement-breakpoint
ALTER TABLE "place_marks" ADD COLUMN "since" text DEFAULT 'day' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "left_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_ranked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "place_marks" ADD CONSTRAINT "place_marks_one_a_board" UNIQUE NULLS NOT DISTINCT("user_id","contest_id","window_kind","since");--> statement-breakpoint
-- Adds what was booked to the windows of its day, and to their boards, and returns how many bookings that were. One run
-- at a time; another one waits for it. A window that is being built gets only what its finished members booked: the
-- others are still to be counted.
create function fold_windows() returns integer language plpgsql set enable_seqscan = off as $$
declare
  folded integer;
begin
  if not exists (select from window_moves) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  with moved as (
    delete from window_moves returning *
  ), added as materialized (
    select w.id as window_id, m.user_id, sum(m.points)::int as points, sum(m.shares)::int as shares,
      sum(m.engagements)::int as engagements, max(m.at) as reached_at
    from moved m join board_windows w on m.day between w.start_date and w.end_date
      and (w.is_whole or m.user_id <= w.done_up_to)
    group by w.id, m.user_id
  ), scores as (
    insert into window_scores as kept select * from added
    on conflict (window_id, user_id) do update set points = kept.points + excluded.points,
      shares = kept.shares + excluded.shares, engagements = kept.engagements + excluded.engagements,
      reached_at = greatest(kept.reached_at, excluded.reached_at)
    returning *
  ), due as materialized (
    select s.*, added.points as added_points, added.shares as added_shares, e.key as before,
      case when u.is_ranked and s.points > 0
        then board_key(s.points, s.shares, s.engagements, s.reached_at, s.user_id) end as after,
      case when u.is_ranked
        then (s.engagements > 0)::int - (s.engagements - added.engagements > 0)::int else 0 end as participants
    from scores s join added using (window_id, user_id) join users u on u.id = s.user_id
      left join board_entries e on e.board_id = s.window_id and e.user_id = s.user_id
  ), gone as (
    delete from board_entries e using due
    where e.board_id = due.window_id and e.user_id = due.user_id and due.after is null
  ), placed as (
    insert into board_entries
    select window_id, user_id, points, shares, engagements, reached_at, after from due where after is not null
    on conflict (board_id, user_id) do update set points = excluded.points, shares = excluded.shares,
      engagements = excluded.engagements, reached_at = excluded.reached_at, key = excluded.key
  ), noted as (
    insert into board_moves
    select window_id, before, after, 0, participants, added_points, added_shares from due
    where before is distinct from after or (participants, added_points, added_shares) <> (0, 0, 0)
  )
  select count(*) into folded from moved;
  return folded;
end $$;
--> statement-breakpoint
-- Opens a window unless there is one of its kind and day. One without any booking is whole at once.
create function open_window(wanted uuid, wanted_kind text, first date, last date, at timestamptz) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  insert into board_windows (id, kind, start_date, end_date, is_whole, created_at)
  select wanted, wanted_kind, first, last, not exists (select from ledger where day between first and last), at
  where not exists (select from board_windows where kind = wanted_kind and start_date = first);
end $$;
--> statement-breakpoint
-- Works out the scores of the next members for a window, and returns how many they were: none when all are done, which
-- also ends the build, and null when there is no such build. What is booked but not folded is left out, because it
-- will be folded. No report waits for this: it locks no member.
create function build_window(wanted uuid, portion integer) returns integer language plpgsql as $$
declare
  build board_windows;
  members uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  select * into build from board_windows where id = wanted and not is_whole;
  if not found then
    return null;
  end if;
  members := array(
    select id from users where id > coalesce(build.done_up_to, '00000000-0000-0000-0000-000000000000')
    order by id limit portion);
  if cardinality(members) = 0 then
    update board_windows set is_whole = true, done_up_to = null where id = wanted;
    return 0;
  end if;
  perform set_config('synchronous_commit', 'off', true);
  with pending as materialized (
    select user_id, sum(points) as points, sum(shares) as shares, sum(engagements) as engagements from window_moves
    where day between build.start_date and build.end_date and user_id = any(members) group by user_id
  ), due as materialized (
    select u.id, (earned.points - coalesce(pending.points, 0))::int as points,
      (earned.verified + done.shares - coalesce(pending.shares, 0))::int as shares,
      (done.reports - coalesce(pending.engagements, 0))::int as reports, earned.reached_at,
      u.is_ranked
    from users u cross join lateral (
      select sum(amount) as points, sum(shares) as verified, max(created_at) as reached_at
      from ledger where user_id = u.id and day between build.start_date and build.end_date having count(*) > 0
    ) earned cross join lateral (
      select count(*) filter (where type = 'share') as shares, count(*) as reports
      from interactions where user_id = u.id and day between build.start_date and build.end_date
        and undone_at is null and taken_back_at is null
    ) done left join pending on pending.user_id = u.id
    where u.id = any(members)
  ), scores as (
    insert into window_scores select wanted, id, points, shares, reports, reached_at from due
  ), places as (
    insert into board_entries
    select wanted, id, points, shares, reports, reached_at, board_key(points, shares, reports, reached_at, id)
    from due where is_ranked and points > 0
  )
  insert into board_moves
  select wanted, null, case when is_ranked and points > 0 then board_key(points, shares, reports, reached_at, id) end, 0,
    (is_ranked and reports > 0)::int, points, shares from due;
  update board_windows set done_up_to = members[cardinality(members)] where id = wanted;
  return cardinality(members);
end $$;
--> statement-breakpoint
-- Ends a window: from now on nothing is added to it.
create function close_window(wanted uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  delete from board_windows where id = wanted;
end $$;
--> statement-breakpoint
-- Deletes some scores of a window that has ended, and with the last one its board. Returns how many.
create function drop_window(wanted uuid, portion integer) returns integer language plpgsql as $$
declare
  members uuid[];
begin
  perform set_config('synchronous_commit', 'off', true);
  members := array(select user_id from window_scores where window_id = wanted order by user_id limit portion);
  delete from window_scores where window_id = wanted and user_id = any(members);
  delete from board_entries where board_id = wanted and user_id = any(members);
  if cardinality(members) < portion then
    perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
    delete from board_entries where board_id = wanted;
    delete from board_blocks where board_id = wanted;
    delete from board_totals where board_id = wanted;
    delete from board_moves where board_id = wanted;
  end if;
  return cardinality(members);
end $$;
--> statement-breakpoint
-- Whether a member has a place on boards: disabled ones do not, nor those who are left out, by themselves or by their role.
create function keep_ranked() returns trigger language plpgsql as $$
begin
  new.is_ranked := new.disabled_at is null and not new.left_out
    and not exists (select from board_settings where new.role = any(leave_out_roles));
  return new;
end $$;
--> statement-breakpoint
create trigger users_ranked before insert or update of disabled_at, left_out, role on users
  for each row execute function keep_ranked();
--> statement-breakpoint
create function follow_board_settings() returns trigger language plpgsql as $$
begin
  if new.week_starts_on <> (case tg_op when 'INSERT' then 1 else old.week_starts_on end) then
    perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
    delete from board_windows where kind = 'week';
  end if;
  update users set role = role
  where is_ranked <> (disabled_at is null and not left_out and not (role = any(new.leave_out_roles)));
  return null;
end $$;
--> statement-breakpoint
create trigger board_settings_changed after insert or update on board_settings
  for each row execute function follow_board_settings();
--> statement-breakpoint
update users set is_ranked = false where disabled_at is not null;
--> statement-breakpoint
-- As before, and also for windows and for members who are left out. A fold must see who has a place, so it waits.
create or replace function keep_team_board() returns trigger language plpgsql as $$
declare
  was_enabled constant boolean := tg_op <> 'INSERT' and old.disabled_at is null;
  is_enabled constant boolean := tg_op <> 'DELETE' and new.disabled_at is null;
  is_ranked constant boolean := tg_op <> 'DELETE' and new.is_ranked;
  standing record;
begin
  perform put_board_entry('00000000-0000-0000-0000-000000000000', coalesce(new.id, old.id),
    case when is_ranked then new.total_points else 0 end, new.total_shares, new.total_engagements, new.reached_at,
    array[is_enabled::int - was_enabled::int, 0, 0, 0]);
  if tg_op <> 'UPDATE' or old.is_ranked = new.is_ranked then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  for standing in
    select s.contest_id as board_id, s.points, s.shares, s.engagements, s.reached_at
    from (select standings_id as id from contests union all select id from standings_builds) board
      join standings s on s.contest_id = board.id and s.user_id = new.id
    union all
    select s.window_id, s.points, s.shares, s.engagements, s.reached_at
    from board_windows join window_scores s on s.window_id = board_windows.id and s.user_id = new.id
  loop
    perform put_board_entry(standing.board_id, new.id, case when is_ranked then standing.points else 0 end,
      standing.shares, standing.engagements, standing.reached_at,
      array[0, (standing.engagements > 0)::int * case when is_ranked then 1 else -1 end, 0, 0]);
  end loop;
  return null;
end $$;
--> statement-breakpoint
drop trigger team_board_updated on users;
--> statement-breakpoint
create trigger team_board_updated
  after update of total_points, total_shares, total_engagements, reached_at, disabled_at, left_out, role on users
  for each row
  when (old.total_points is distinct from new.total_points or old.total_shares is distinct from new.total_shares
    or old.total_engagements is distinct from new.total_engagements or old.reached_at is distinct from new.reached_at
    or old.disabled_at is distinct from new.disabled_at or old.is_ranked is distinct from new.is_ranked)
  execute function keep_team_board();
--> statement-breakpoint
create or replace function keep_contest_board() returns trigger language plpgsql as $$
declare
  member constant uuid := coalesce(new.user_id, old.user_id);
  has_place constant boolean := exists (select from users where id = member and is_ranked);
begin
  perform put_board_entry(coalesce(new.contest_id, old.contest_id), member,
    case when has_place then coalesce(new.points, 0) else 0 end, new.shares, new.engagements, new.reached_at,
    array[0,
      case when has_place
        then coalesce(new.engagements > 0, false)::int - coalesce(old.engagements > 0, false)::int else 0 end,
      coalesce(new.points, 0) - coalesce(old.points, 0), coalesce(new.shares, 0) - coalesce(old.shares, 0)]);
  return null;
end $$;
--> statement-breakpoint
-- As before, and also for windows.
create or replace function rebuild_boards() returns void language plpgsql as $$
begin
  -- In the order in which a build of standings takes them.
  perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  lock table users, standings in share row exclusive mode;
  delete from board_entries;
  delete from board_blocks;
  delete from board_totals;
  delete from board_moves;
  insert into board_entries
  select board_id, id, points, shares, engagements, reached_at, board_key(points, shares, engagements, reached_at, id)
  from (
    select '00000000-0000-0000-0000-000000000000'::uuid as board_id, id, total_points as points, total_shares as shares,
      total_engagements as engagements, reached_at
    from users where users.is_ranked and total_points > 0
    union all
    select s.board_id, s.user_id, s.points, s.shares, s.engagements, s.reached_at
    from (select contest_id as board_id, user_id, points, shares, engagements, reached_at from standings
      union all select * from window_scores) s
      join users u on u.id = s.user_id and u.is_ranked where s.points > 0
  ) due order by board_id, 7;
  insert into board_blocks
  select board_id, case when place = 0 then ''::bytea else key end, least(500, size - place)
  from (
    select board_id, key, row_number() over (partition by board_id order by key) - 1 as place,
      count(*) over (partition by board_id) as size from board_entries
  ) ordered where place % 500 = 0;
  insert into board_totals
  select '00000000-0000-0000-0000-000000000000', count(*), 0, 0, 0 from users where disabled_at is null
  union all
  select s.board_id, 0, count(*) filter (where s.engagements > 0 and u.is_ranked), sum(s.points), sum(s.shares)
  from (select contest_id as board_id, user_id, points, shares, engagements from standings
    union all select window_id, user_id, points, shares, engagements from window_scores) s
    join users u on u.id = s.user_id group by s.board_id;
end $$;
--> statement-breakpoint
-- As before, for members who are left out.
create or replace function build_standings(build uuid, portion integer) returns integer language plpgsql as $$
declare
  wanted standings_builds;
  first date;
  last date;
  members uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
  select * into wanted from standings_builds where id = build for update;
  if not found then
    return null;
  end if;
  first := wanted.start_date;
  last := wanted.end_date;
  members := array(
    select id from users where id > coalesce(wanted.done_up_to, '00000000-0000-0000-0000-000000000000')
    order by id limit portion for no key update);
  if cardinality(members) = 0 then
    return 0;
  end if;
  perform set_config('synchronous_commit', 'off', true);
  delete from standings where contest_id = build and user_id = any(members);
  perform set_config('ovation.sets_boards_itself', 'on', true);
  with due as materialized (
    select u.id, earned.points, earned.verified + done.shares as shares, done.reports, earned.reached_at,
      u.is_ranked
    from users u cross join lateral (
      select sum(amount)::int as points, sum(shares)::int as verified, max(created_at) as reached_at
      from ledger where user_id = u.id and day between first and last having count(*) > 0
    ) earned cross join lateral (
      select (count(*) filter (where type = 'share'))::int as shares, count(*)::int as reports
      from interactions where user_id = u.id and day between first and last and undone_at is null and taken_back_at is null
    ) done where u.id = any(members)
  ), lines as (
    insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
    select build, id, points, shares, reports, reached_at from due
  ), places as (
    insert into board_entries (board_id, user_id, points, shares, engagements, reached_at, key)
    select build, id, points, shares, reports, reached_at, board_key(points, shares, reports, reached_at, id)
    from due where is_ranked and points > 0
  )
  insert into board_moves
  select build, null, case when is_ranked and points > 0 then board_key(points, shares, reports, reached_at, id) end, 0,
    (is_ranked and reports > 0)::int, points, shares from due;
  perform set_config('ovation.sets_boards_itself', '', true);
  update standings_builds set done_up_to = members[cardinality(members)],
    members_done = members_done + cardinality(members) where id = build;
  perform fold_boards();
  return cardinality(members);
end $$;
