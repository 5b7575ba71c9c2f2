CREATE TABLE "team_scores" (
	"window_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"points" integer NOT NULL,
	"engagements" integer NOT NULL,
	CONSTRAINT "team_scores_window_id_user_id_team_id_pk" PRIMARY KEY("window_id","user_id","team_id")
);
--> statement-breakpoint
CREATE TABLE "team_totals" (
	"window_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"points" integer NOT NULL,
	"active" integer NOT NULL,
	CONSTRAINT "team_totals_window_id_team_id_pk" PRIMARY KEY("window_id","team_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"members" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "teams_sound" CHECK (members >= 0 and color ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
ALTER TABLE "window_moves" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "team_id" uuid;--> statement-breakpoint
CREATE INDEX "team_scores_in_order" ON "team_scores" USING btree ("window_id","team_id","points" DESC NULLS FIRST,"user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "teams_by_name" ON "teams" USING btree (lower("name")) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_of_team" ON "users" USING btree ("team_id","id") WHERE team_id is not null;
--> statement-breakpoint
-- As before, and also for teams. The window of all time has nothing but the scores of teams.
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
  ), added as materialized (
    select w.id as window_id, m.user_id, sum(m.points)::int as points, sum(m.shares)::int as shares,
      sum(m.engagements)::int as engagements, max(m.at) as reached_at
    from moved m join board_windows w on m.day between w.start_date and w.end_date
      and (w.is_whole or m.user_id <= w.done_up_to) and w.kind <> 'all'
    group by w.id, m.user_id
  ), of_teams as materialized (
    select w.id as window_id, m.user_id, m.team_id, sum(m.points)::int as points, sum(m.engagements)::int as engagements
    from moved m join board_windows w on m.day between w.start_date and w.end_date
      and (w.is_whole or m.user_id <= w.done_up_to)
    where m.team_id is not null group by w.id, m.user_id, m.team_id
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
-- As before, and the window of all time is whole while there is no team.
create or replace function open_window(wanted uuid, wanted_kind text, first date, last date, at timestamptz) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_windows', 0));
  insert into board_windows (id, kind, start_date, end_date, is_whole, created_at)
  select wanted, wanted_kind, first, last, case when wanted_kind = 'all' then not exists (select from teams)
    else not exists (select from ledger where day between first and last) end, at
  where not exists (select from board_windows where kind = wanted_kind and start_date = first);
end $$;
--> statement-breakpoint
-- As before, and also for teams.
create or replace function build_window(wanted uuid, portion integer) returns integer language plpgsql as $$
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
    where u.id = any(members) and build.kind <> 'all'
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
  with parts as (
    select user_id, team_id, amount as points, 0 as engagements from ledger
    where user_id = any(members) and day between build.start_date and build.end_date and team_id is not null
    union all
    select i.user_id, l.team_id, 0, 1
    from interactions i join ledger l on l.subject_id = i.id and l.reason = 'interaction' and l.team_id is not null
    where i.user_id = any(members) and i.day between build.start_date and build.end_date
      and i.undone_at is null and i.taken_back_at is null
    union all
    select user_id, team_id, -points, -engagements from window_moves
    where user_id = any(members) and day between build.start_date and build.end_date and team_id is not null
  ), team_rows as (
    insert into team_scores
    select wanted, user_id, team_id, sum(points), sum(engagements) from parts
    where exists (select from teams) group by user_id, team_id
    returning *
  )
  insert into team_totals as kept
  select wanted, s.team_id, sum(s.points), sum((s.engagements > 0)::int)
  from team_rows s join users u on u.id = s.user_id and u.is_ranked group by s.team_id
  on conflict (window_id, team_id) do update set points = kept.points + excluded.points,
    active = kept.active + excluded.active;
  update board_windows set done_up_to = members[cardinality(members)] where id = wanted;
  return cardinality(members);
end $$;
--> statement-breakpoint
-- As before, and also for teams.
create or replace function drop_window(wanted uuid, portion integer) returns integer language plpgsql as $$
declare
  members uuid[];
begin
  perform set_config('synchronous_commit', 'off', true);
  members := array(select user_id from window_scores where window_id = wanted order by user_id limit portion);
  delete from window_scores where window_id = wanted and user_id = any(members);
  delete from board_entries where board_id = wanted and user_id = any(members);
  delete from team_scores where window_id = wanted and user_id = any(members);
  if cardinality(members) < portion then
    perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
    delete from board_entries where board_id = wanted;
    delete from board_blocks where board_id = wanted;
    delete from board_totals where board_id = wanted;
    delete from board_moves where board_id = wanted;
    delete from team_scores where window_id = wanted;
    delete from team_totals where window_id = wanted;
  end if;
  return cardinality(members);
end $$;
--> statement-breakpoint
-- As before, and also for teams.
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
  insert into team_totals
  select s.window_id, s.team_id, 0, 0
  from board_windows w join team_scores s on s.window_id = w.id and s.user_id = new.id
  on conflict do nothing;
  update team_totals t set points = t.points + s.points * case when is_ranked then 1 else -1 end,
    active = t.active + (s.engagements > 0)::int * case when is_ranked then 1 else -1 end
  from board_windows w join team_scores s on s.window_id = w.id and s.user_id = new.id
  where t.window_id = s.window_id and t.team_id = s.team_id;
  return null;
end $$;
--> statement-breakpoint
-- How many enabled members each team has.
create function keep_team_sizes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.disabled_at is null and old.team_id is not null then
    update teams set members = members - 1 where id = old.team_id;
  end if;
  if new.disabled_at is null and new.team_id is not null then
    update teams set members = members + 1 where id = new.team_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger users_in_team after update of team_id, disabled_at on users for each row
  when (old.team_id is distinct from new.team_id
    or (old.disabled_at is null) is distinct from (new.disabled_at is null))
  execute function keep_team_sizes();
--> statement-breakpoint
create trigger users_new_in_team after insert on users for each row when (new.team_id is not null)
  execute function keep_team_sizes();
--> statement-breakpoint
-- All of a board is read, also where the database does not know yet how many rows there are.
alter function rebuild_boards() set enable_nestloop = off;
