CREATE TABLE "team_standings" (
	"contest_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"points" integer NOT NULL,
	"active" integer NOT NULL,
	"size" integer NOT NULL,
	"rank" integer,
	"is_champion" boolean NOT NULL,
	CONSTRAINT "team_standings_contest_id_team_id_pk" PRIMARY KEY("contest_id","team_id"),
	CONSTRAINT "team_standings_sound" CHECK (active >= 0 and size >= 0 and (not is_champion or rank = 1))
);
--> statement-breakpoint
ALTER TABLE "board_windows" DROP CONSTRAINT "board_windows_once";--> statement-breakpoint
ALTER TABLE "board_windows" ADD COLUMN "has_members" boolean GENERATED ALWAYS AS (kind <> all ('{all,contest}')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "is_between_teams" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "team_standings" ADD CONSTRAINT "team_standings_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_standings" ADD CONSTRAINT "team_standings_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "team_standings_one_champion" ON "team_standings" USING btree ("contest_id") WHERE is_champion;--> statement-breakpoint
ALTER TABLE "board_windows" DROP COLUMN "counted_up_to";--> statement-breakpoint
ALTER TABLE "board_windows" ADD CONSTRAINT "board_windows_once" UNIQUE("kind","start_date","end_date","is_whole");
--> statement-breakpoint
create trigger team_standings_append_only before update or delete on team_standings
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger team_standings_no_truncate before truncate on team_standings
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Windows of which a part was built are opened again, and built from their beginning.
delete from board_windows where not is_whole;
--> statement-breakpoint
delete from window_parts;
--> statement-breakpoint
-- As before, and also for the days of a contest. Two windows of a kind can begin on one day while a contest moves.
create or replace function open_window(wanted uuid, wanted_kind text, first date, last date, at timestamptz) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  insert into board_windows (id, kind, start_date, end_date, is_whole, created_at)
  select wanted, wanted_kind, first, last, case when wanted_kind = 'all' then not exists (select from teams)
    else not exists (select from ledger where day between first and last) end, at
  where not exists (
    select from board_windows where kind = wanted_kind and start_date = first and end_date = last);
end $$;
--> statement-breakpoint
-- As before, for windows that are whole. What is booked for a window that is being built is kept in its parts, and added
-- once it is whole. Whoever calls this holds the lock of the folds.
create function add_bookings() returns integer language plpgsql set enable_seqscan = off as $$
declare
  folded integer;
begin
  with moved as (
    delete from window_moves returning *
  ), held as (
    delete from window_parts p using board_windows w where w.id = p.window_id and w.is_whole returning p.*
  ), booked as (
    select w.id as window_id, m.user_id, m.team_id, m.points, m.shares, m.engagements, m.at as reached_at
    from moved m join board_windows w on m.day between w.start_date and w.end_date
    union all
    select * from held
  ), sums as materialized (
    select b.window_id, b.user_id, b.team_id, sum(b.points)::int as points, sum(b.shares)::int as shares,
      sum(b.engagements)::int as engagements, max(b.reached_at) as reached_at, w.has_members, w.is_whole
    from booked b join board_windows w on w.id = b.window_id where w.has_members or b.team_id is not null
    group by w.id, b.window_id, b.user_id, b.team_id
  ), parts as (
    insert into window_parts
    select window_id, user_id, team_id, points, shares, engagements, reached_at from sums where not is_whole
  ), added as materialized (
    select window_id, user_id, sum(points)::int as points, sum(shares)::int as shares,
      sum(engagements)::int as engagements, max(reached_at) as reached_at
    from sums where is_whole and has_members group by window_id, user_id
  ), of_teams as materialized (
    select window_id, user_id, team_id, points, engagements from sums where is_whole and team_id is not null
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
create or replace function fold_windows() returns integer language plpgsql as $$
begin
  if not exists (select from window_moves) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  return add_bookings();
end $$;
--> statement-breakpoint
drop function build_window(uuid, integer, integer);
--> statement-breakpoint
drop function count_window(board_windows, integer);
--> statement-breakpoint
drop function write_window(board_windows, integer);
--> statement-breakpoint
drop function finish_window(board_windows);
--> statement-breakpoint
-- Works out what the next members of a window have, all at once, and writes their scores and places. It locks nothing:
-- whatever is booked meanwhile is folded into parts. What waits to be folded, or has been since the window was opened, is
-- in the ledger too, and is taken off. A report has one entry of the reason 'interaction', with its team; one that no
-- longer counts is taken off again. The kind of a report is only in its own row.
create function count_window(build board_windows, last uuid, unranked uuid[]) returns void language plpgsql
set jit = off set work_mem = '64MB' set plan_cache_mode = force_custom_plan as $$
declare
  first constant uuid := coalesce(build.done_up_to, '00000000-0000-0000-0000-000000000000');
begin
  with marked as materialized (
    select id, user_id, undone_at is null and taken_back_at is null as is_live
    from interactions where day between build.start_date and build.end_date and user_id > first and user_id <= last
      and (type = 'share' or undone_at is not null or taken_back_at is not null)
  ), parts as (
    select user_id, team_id, sum(amount) as points, sum(shares) as shares,
      count(*) filter (where reason = 'interaction') as engagements, max(created_at) as reached_at
    from ledger where day between build.start_date and build.end_date and user_id > first and user_id <= last
      and (build.has_members or team_id is not null)
    group by user_id, team_id
    union all
    select l.user_id, l.team_id, 0, 0, -count(*), '-infinity'
    from marked join ledger l on l.subject_id = marked.id and l.reason = 'interaction'
      and l.day between build.start_date and build.end_date
    where not is_live and (build.has_members or l.team_id is not null) group by l.user_id, l.team_id
    union all
    select user_id, team_id, -sum(points), -sum(shares), -sum(engagements), '-infinity'
    from (
      select user_id, team_id, points, shares, engagements from window_moves
      where day between build.start_date and build.end_date
      union all
      select user_id, team_id, points, shares, engagements from window_parts
      where window_id = build.id and user_id <> 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    ) known where user_id > first and user_id <= last and (build.has_members or team_id is not null)
    group by user_id, team_id
  ), of_teams as materialized (
    select user_id, team_id, sum(points)::int as points, sum(shares)::int as shares,
      sum(engagements)::int as engagements, max(reached_at) as reached_at
    from parts group by user_id, team_id
  ), team_rows as (
    insert into team_scores
    select build.id, user_id, team_id, points, engagements from of_teams where team_id is not null order by user_id
  ), due as materialized (
    select user_id, sum(points)::int as points, (sum(shares) + coalesce(max(shared), 0))::int as shares,
      sum(engagements)::int as engagements, max(reached_at) as reached_at
    from of_teams left join (
      select user_id, count(*) as shared from marked where is_live group by user_id
    ) shared using (user_id)
    where build.has_members group by user_id order by user_id
  ), scores as (
    insert into window_scores select build.id, * from due
  )
  insert into board_entries
  select build.id, user_id, points, shares, engagements, reached_at,
    board_key(points, shares, engagements, reached_at, user_id)
  from due where points > 0 and user_id <> all(unranked);
end $$;
--> statement-breakpoint
-- Counts the board of a window and its teams, once all of its members have their scores.
create function finish_window(build board_windows, unranked uuid[]) returns void language plpgsql
set jit = off set work_mem = '64MB' set plan_cache_mode = force_custom_plan as $$
begin
  delete from board_blocks where board_id = build.id;
  delete from board_totals where board_id = build.id;
  -- One statement sees the entries and the moves that they contain.
  with contained as (
    delete from board_moves where board_id = build.id
  ), totals as (
    insert into board_totals
    select build.id, 0, count(*) filter (where engagements > 0 and user_id <> all(unranked)), sum(points), sum(shares)
    from window_scores where window_id = build.id having count(*) > 0
  )
  insert into board_blocks
  select build.id, case when place = 0 then ''::bytea else key end, least(500, size - place)
  from (
    select key, row_number() over (order by key) - 1 as place, count(*) over () as size
    from board_entries where board_id = build.id
  ) ordered where place % 500 = 0;
  delete from team_totals where window_id = build.id;
  insert into team_totals
  select build.id, team_id, sum(points), sum((engagements > 0)::int)
  from team_scores where window_id = build.id and user_id <> all(unranked) group by team_id;
end $$;
--> statement-breakpoint
-- What changes in a window where a member is ranked from now on, or not any more. Whoever calls this holds the lock of
-- the folds.
create function rank_in_window(wanted uuid, member uuid, is_ranked boolean) returns void language plpgsql as $$
declare
  change constant integer := case when is_ranked then 1 else -1 end;
  score window_scores;
begin
  select * into score from window_scores where window_id = wanted and user_id = member;
  if found then
    perform put_board_entry(wanted, member, case when is_ranked then score.points else 0 end, score.shares,
      score.engagements, score.reached_at, array[0, (score.engagements > 0)::int * change, 0, 0]);
  end if;
  insert into team_totals select window_id, team_id, 0, 0 from team_scores where window_id = wanted and user_id = member
  on conflict do nothing;
  update team_totals t set points = t.points + s.points * change, active = t.active + (s.engagements > 0)::int * change
  from team_scores s
  where s.window_id = wanted and s.user_id = member and t.window_id = s.window_id and t.team_id = s.team_id;
end $$;
--> statement-breakpoint
-- As before, with the windows apart.
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
  loop
    perform put_board_entry(standing.board_id, new.id, case when is_ranked then standing.points else 0 end,
      standing.shares, standing.engagements, standing.reached_at,
      array[0, (standing.engagements > 0)::int * case when is_ranked then 1 else -1 end, 0, 0]);
  end loop;
  perform rank_in_window(id, new.id, is_ranked) from board_windows;
  return null;
end $$;
--> statement-breakpoint
-- Builds a window, or so many members of it, and returns 'whole' or 'building'. Null when there is no such build, or none
-- any more after a crash; 'busy' while another session is at it. No report waits for any of this: it locks no member.
create function build_window(wanted uuid, portion integer) returns text language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  nobody constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  build board_windows;
  unranked uuid[];
  last uuid;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('build_window', hashtextextended(wanted::text, 0))) then
    return 'busy';
  end if;
  select * into build from board_windows where id = wanted and not is_whole;
  if not found then
    return null;
  end if;
  -- A line of nobody, by which the next portion sees that no crash has emptied the table.
  if build.done_up_to is null then
    insert into window_parts values (wanted, nobody, null, 0, 0, 0, '-infinity');
  elsif not exists (select from window_parts where window_id = wanted and user_id = nobody) then
    perform close_window(wanted);
    return null;
  end if;
  -- Of a window that is built in portions, others see the first ones. In the order in which `rebuild_boards()` takes them.
  if build.done_up_to is not null then
    perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
    perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  end if;
  -- What is lost in a crash is done again, so no commit waits for the disk.
  perform set_config('synchronous_commit', 'off', true);
  last := coalesce((
    select id from users where id > coalesce(build.done_up_to, '00000000-0000-0000-0000-000000000000')
    order by id offset portion - 1 limit 1), nobody);
  unranked := array(select id from users where not is_ranked);
  perform count_window(build, last, unranked);
  if last <> nobody then
    update board_windows set done_up_to = last where id = wanted;
    return 'building';
  end if;
  perform finish_window(build, unranked);
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  -- Whoever has been ranked since, or is not any more, found no scores here.
  perform rank_in_window(wanted, id, is_ranked) from users where is_ranked = (id = any(unranked));
  delete from window_parts where window_id = wanted and user_id = nobody;
  update board_windows set is_whole = true, done_up_to = null where id = wanted;
  perform add_bookings();
  return 'whole';
end $$;
