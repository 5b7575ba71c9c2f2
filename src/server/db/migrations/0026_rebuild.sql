CREATE TABLE "window_parts" (
	"window_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"team_id" uuid,
	"points" integer NOT NULL,
	"shares" integer NOT NULL,
	"engagements" integer NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "board_windows" ADD COLUMN "counted_up_to" uuid;--> statement-breakpoint
CREATE INDEX "window_parts_of_member" ON "window_parts" USING btree ("window_id","user_id");
--> statement-breakpoint
-- A crash empties it, and a build that finds it empty begins again. Reports would wait for its log to be written.
alter table window_parts set unlogged;
--> statement-breakpoint
-- Windows of which a part was built are opened again, and built from their beginning.
delete from board_windows where not is_whole;
--> statement-breakpoint
-- As before, but what is booked for members of a window that is being built, whose scores are not written yet, goes to
-- its parts.
create or replace function fold_windows() returns integer language plpgsql set enable_seqscan = off as $$
declare
  folded integer;
begin
  if not exists (select from window_moves) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  with moved as (
    delete from window_moves returning *
  ), sums as materialized (
    select w.id as window_id, m.user_id, m.team_id, sum(m.points)::int as points, sum(m.shares)::int as shares,
      sum(m.engagements)::int as engagements, max(m.at) as reached_at, w.kind <> 'all' as has_members,
      w.is_whole or m.user_id <= coalesce(w.done_up_to, '00000000-0000-0000-0000-000000000000') as is_done
    from moved m join board_windows w on m.day between w.start_date and w.end_date
    where w.kind <> 'all' or m.team_id is not null group by w.id, m.user_id, m.team_id
  ), parts as (
    insert into window_parts
    select window_id, user_id, team_id, points, shares, engagements, reached_at from sums where not is_done
  ), added as materialized (
    select window_id, user_id, sum(points)::int as points, sum(shares)::int as shares,
      sum(engagements)::int as engagements, max(reached_at) as reached_at
    from sums where is_done and has_members group by window_id, user_id
  ), of_teams as materialized (
    select window_id, user_id, team_id, points, engagements from sums where is_done and team_id is not null
  ), team_rows as (
    insert into team_scores as kept select * from of_teams
    on conflict (window_id, user_id, team_id) do update set points = kept.points + excluded.points,
      engagements = kept.engagements + excluded.engagements
    returning *
  ), team_sums as (
    insert into team_totals as kept
    select s.window_id, s.team_id, sum(a.points)::int,
      sum((s.engagements > 0)::int - (s.engagements - a.engagements > 0)::int)::int
    from team_rows s join of_teams a using (window_id, user_id, team_id) join users u on u.id = s.user_id and u.is_ranked
    group by s.window_id, s.team_id
    on conflict (window_id, team_id) do update set points = kept.points + excluded.points,
      active = kept.active + excluded.active
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
-- Reads what the next members of a window have, all at once, and keeps it as parts. It locks nothing: whatever is booked
-- later is folded into further parts. What waits to be folded, or has been since the window was opened, is in the ledger
-- too, and is taken off. A report has one entry of the reason 'interaction', with its team; one that no longer counts is
-- taken off again. The kind of a report is only in its own row.
create function count_window(build board_windows, portion integer) returns void language plpgsql
set jit = off set work_mem = '64MB' set plan_cache_mode = force_custom_plan as $$
declare
  nobody constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  first constant uuid := coalesce(build.counted_up_to, '00000000-0000-0000-0000-000000000000');
  last constant uuid := coalesce((select id from users where id > first order by id offset portion - 1 limit 1), nobody);
begin
  insert into window_parts
  with earned as (
    select user_id, team_id, sum(amount) as points, sum(shares) as verified,
      count(*) filter (where reason = 'interaction') as reports, max(created_at) as reached_at
    from ledger where day between build.start_date and build.end_date and user_id > first and user_id <= last
      and (build.kind <> 'all' or team_id is not null)
    group by user_id, team_id
  ), marked as materialized (
    select id, user_id, undone_at is null and taken_back_at is null as is_live
    from interactions where day between build.start_date and build.end_date and user_id > first and user_id <= last
      and (type = 'share' or undone_at is not null or taken_back_at is not null)
  ), shared as (
    select user_id, count(*) as shares from marked where is_live group by user_id
  )
  select build.id, user_id, team_id, points, verified + case
      when row_number() over (partition by user_id) = 1 then coalesce(shares, 0) else 0 end, reports, reached_at
  from earned left join shared using (user_id)
  union all
  select build.id, l.user_id, l.team_id, 0, 0, -count(*), '-infinity'
  from marked join ledger l on l.subject_id = marked.id and l.reason = 'interaction'
    and l.day between build.start_date and build.end_date
  where not is_live group by l.user_id, l.team_id
  union all
  select build.id, user_id, team_id, -sum(points), -sum(shares), -sum(engagements), '-infinity'
  from (
    select user_id, team_id, points, shares, engagements from window_moves
    where day between build.start_date and build.end_date
    union all
    select user_id, team_id, points, shares, engagements from window_parts
    where window_id = build.id and user_id <> nobody
  ) known where user_id > first and user_id <= last and (build.kind <> 'all' or team_id is not null)
  group by user_id, team_id;
  -- A line of nobody, by which the next step sees that no crash has emptied the table.
  insert into window_parts
  select build.id, nobody, null, 0, 0, 0, '-infinity' where build.counted_up_to is null;
  update board_windows set counted_up_to = last where id = build.id;
end $$;
--> statement-breakpoint
-- Adds the parts of the next members of a window up, and writes their scores and places. The counts of the board and of
-- its teams follow once all are written.
create function write_window(build board_windows, portion integer) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_custom_plan as $$
declare
  nobody constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  first constant uuid := coalesce(build.done_up_to, '00000000-0000-0000-0000-000000000000');
  last uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  if not exists (select from board_windows where id = build.id) then
    return;
  end if;
  last := coalesce((
    select user_id from window_parts where window_id = build.id and user_id > first
    order by user_id offset portion - 1 limit 1), nobody);
  with parts as (
    delete from window_parts
    where window_id = build.id and user_id > first and user_id <= last and user_id <> nobody returning *
  ), of_teams as materialized (
    select user_id, team_id, sum(points)::int as points, sum(shares)::int as shares,
      sum(engagements)::int as engagements, max(reached_at) as reached_at
    from parts group by user_id, team_id
  ), team_rows as (
    insert into team_scores select build.id, user_id, team_id, points, engagements from of_teams where team_id is not null
  ), due as materialized (
    select user_id, sum(points)::int as points, sum(shares)::int as shares, sum(engagements)::int as engagements,
      max(reached_at) as reached_at
    from of_teams where build.kind <> 'all' group by user_id
  ), scores as (
    insert into window_scores select build.id, * from due
  )
  insert into board_entries
  select build.id, user_id, points, shares, engagements, due.reached_at,
    board_key(points, shares, engagements, due.reached_at, user_id)
  from due join users u on u.id = user_id and u.is_ranked where points > 0;
  update board_windows set done_up_to = last where id = build.id;
end $$;
--> statement-breakpoint
-- Counts the board of a window and its teams, once all of its members have their scores. One statement sees the entries
-- and the moves that they contain, so a fold may go on meanwhile.
create function finish_window(build board_windows) returns void language plpgsql
set jit = off set work_mem = '64MB' set plan_cache_mode = force_custom_plan set enable_nestloop = off as $$
begin
  -- In the order in which `rebuild_boards()` takes them.
  perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
  delete from board_blocks where board_id = build.id;
  delete from board_totals where board_id = build.id;
  with contained as (
    delete from board_moves where board_id = build.id
  ), totals as (
    insert into board_totals
    select build.id, 0, count(*) filter (where s.engagements > 0 and u.is_ranked), sum(s.points), sum(s.shares)
    from window_scores s join users u on u.id = s.user_id where s.window_id = build.id having count(*) > 0
  )
  insert into board_blocks
  select build.id, case when place = 0 then ''::bytea else key end, least(500, size - place)
  from (
    select key, row_number() over (order by key) - 1 as place, count(*) over () as size
    from board_entries where board_id = build.id
  ) ordered where place % 500 = 0;
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  delete from team_totals where window_id = build.id;
  insert into team_totals
  select build.id, s.team_id, sum(s.points), sum((s.engagements > 0)::int)
  from team_scores s join users u on u.id = s.user_id and u.is_ranked where s.window_id = build.id group by s.team_id;
  delete from window_parts where window_id = build.id;
  update board_windows set is_whole = true, counted_up_to = null, done_up_to = null where id = build.id;
end $$;
--> statement-breakpoint
drop function build_window(uuid, integer);
--> statement-breakpoint
-- Does the next step of building a window, and returns what follows: first members are counted, then written, then the
-- board is counted. Null when there is no such build, or none any more after a crash; 'busy' while another session does
-- a step. No report waits for any of this: it locks no member.
create function build_window(wanted uuid, counted integer, written integer) returns text language plpgsql as $$
declare
  build board_windows;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('build_window', hashtextextended(wanted::text, 0))) then
    return 'busy';
  end if;
  select * into build from board_windows where id = wanted and not is_whole;
  if not found then
    return null;
  end if;
  if build.counted_up_to is not null and not exists (
    select from window_parts where window_id = wanted and user_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff') then
    perform close_window(wanted);
    return null;
  end if;
  -- What is lost in a crash is done again, so no commit waits for the disk.
  perform set_config('synchronous_commit', 'off', true);
  if build.counted_up_to is distinct from 'ffffffff-ffff-ffff-ffff-ffffffffffff' then
    perform count_window(build, counted);
    return 'counting';
  elsif build.done_up_to is distinct from 'ffffffff-ffff-ffff-ffff-ffffffffffff' then
    perform write_window(build, written);
    return 'writing';
  end if;
  perform finish_window(build);
  return 'whole';
end $$;
--> statement-breakpoint
-- As before, and also what a build has left.
create or replace function drop_window(wanted uuid, portion integer) returns integer language plpgsql
set enable_seqscan = off as $$
declare
  members uuid[];
begin
  perform set_config('synchronous_commit', 'off', true);
  members := array(
    (select user_id from window_scores where window_id = wanted order by user_id limit portion)
    union
    (select user_id from team_scores where window_id = wanted order by user_id limit portion)
    union
    (select user_id from window_parts where window_id = wanted order by user_id limit portion)
    order by user_id limit portion);
  delete from window_scores where window_id = wanted and user_id = any(members);
  delete from team_scores where window_id = wanted and user_id = any(members);
  delete from window_parts where window_id = wanted and user_id = any(members);
  delete from board_entries where board_id = wanted and user_id = any(members);
  if cardinality(members) < portion then
    perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
    delete from board_entries where board_id = wanted;
    delete from board_blocks where board_id = wanted;
    delete from board_totals where board_id = wanted;
    delete from board_moves where board_id = wanted;
    delete from team_totals where window_id = wanted;
  end if;
  return cardinality(members);
end $$;
