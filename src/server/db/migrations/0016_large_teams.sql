CREATE TABLE "board_counts" (
	"board_id" uuid NOT NULL,
	"level" smallint NOT NULL,
	"bucket" integer NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "board_counts_board_id_level_bucket_pk" PRIMARY KEY("board_id","level","bucket")
);
--> statement-breakpoint
CREATE TABLE "board_entries" (
	"board_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"points" integer NOT NULL,
	"shares" integer NOT NULL,
	"engagements" integer NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "board_entries_board_id_user_id_pk" PRIMARY KEY("board_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "board_moves" (
	"board_id" uuid NOT NULL,
	"from_points" integer NOT NULL,
	"to_points" integer NOT NULL,
	"members" integer NOT NULL,
	"participants" integer NOT NULL,
	"points" integer NOT NULL,
	"shares" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "board_totals" (
	"board_id" uuid PRIMARY KEY NOT NULL,
	"members" integer NOT NULL,
	"participants" integer NOT NULL,
	"points" bigint NOT NULL,
	"shares" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "board_entries_in_order" ON "board_entries" USING btree ("board_id","points" DESC NULLS FIRST,"shares" DESC NULLS FIRST,"engagements" DESC NULLS FIRST,"reached_at","user_id");--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger" USING brin ("created_at","day");--> statement-breakpoint
CREATE INDEX "users_by_streak" ON "users" USING btree ("streak_last_day","current_streak" DESC NULLS FIRST,"longest_streak" DESC NULLS FIRST,"id") WHERE longest_streak > 0 and disabled_at is null;--> statement-breakpoint
CREATE INDEX "users_by_longest_streak" ON "users" USING btree ("longest_streak" DESC NULLS FIRST,"id") WHERE longest_streak > 0 and disabled_at is null;
--> statement-breakpoint
-- Sets or removes a member's entry on a board. Points of 0 or less mean no entry.
create function put_board_entry(
  board uuid, member uuid, held integer, shared integer, reported integer, reached timestamptz
) returns void language plpgsql as $$
begin
  if held > 0 then
    insert into board_entries values (board, member, held, shared, reported, reached)
    on conflict (board_id, user_id) do update set points = excluded.points, shares = excluded.shares,
      engagements = excluded.engagements, reached_at = excluded.reached_at;
  else
    delete from board_entries where board_id = board and user_id = member;
  end if;
end $$;
--> statement-breakpoint
create function keep_team_board() returns trigger language plpgsql as $$
declare
  team constant uuid := '00000000-0000-0000-0000-000000000000';
  member constant uuid := coalesce(new.id, old.id);
  was_enabled constant boolean := tg_op <> 'INSERT' and old.disabled_at is null;
  is_enabled constant boolean := tg_op <> 'DELETE' and new.disabled_at is null;
  was constant integer := case when was_enabled then greatest(old.total_points, 0) else 0 end;
  held integer := case when is_enabled then greatest(new.total_points, 0) else 0 end;
  standing record;
begin
  if was > 0 or held > 0 then
    perform put_board_entry(team, member, held, new.total_shares, new.total_engagements, new.reached_at);
  end if;
  if was <> held or was_enabled <> is_enabled then
    insert into board_moves values (team, was, held, is_enabled::int - was_enabled::int, 0, 0, 0);
  end if;
  if tg_op <> 'UPDATE' or was_enabled = is_enabled then
    return null;
  end if;
  -- Waits for a rebuild of standings, which would not see that the member comes or goes.
  lock table standings in row exclusive mode;
  for standing in
    select s.* from contests c join standings s on s.contest_id = c.id and s.user_id = new.id
  loop
    held := greatest(standing.points, 0);
    perform put_board_entry(standing.contest_id, new.id, case when is_enabled then held else 0 end, standing.shares,
      standing.engagements, standing.reached_at);
    insert into board_moves values (standing.contest_id, case when is_enabled then 0 else held end,
      case when is_enabled then held else 0 end, 0,
      (standing.engagements > 0)::int * case when is_enabled then 1 else -1 end, 0, 0);
  end loop;
  return null;
end $$;
--> statement-breakpoint
create function keep_contest_board() returns trigger language plpgsql as $$
declare
  board constant uuid := coalesce(new.contest_id, old.contest_id);
  member constant uuid := coalesce(new.user_id, old.user_id);
  is_enabled constant boolean := exists (select from users where id = member and disabled_at is null);
  was constant integer := case when is_enabled then greatest(old.points, 0) else 0 end;
  held constant integer := case when is_enabled then greatest(new.points, 0) else 0 end;
begin
  if was > 0 or held > 0 then
    perform put_board_entry(board, member, held, new.shares, new.engagements, new.reached_at);
  end if;
  insert into board_moves values (board, was, held, 0,
    case when is_enabled then coalesce(new.engagements > 0, false)::int - coalesce(old.engagements > 0, false)::int else 0 end,
    coalesce(new.points, 0) - coalesce(old.points, 0), coalesce(new.shares, 0) - coalesce(old.shares, 0));
  return null;
end $$;
--> statement-breakpoint
-- Moves the changes into the counts. One run at a time; another one waits for it.
create function fold_boards() returns integer language plpgsql as $$
declare
  folded integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
  with moved as (delete from board_moves returning *),
  totals as (
    insert into board_totals
    select board_id, sum(members), sum(participants), sum(points), sum(shares) from moved group by board_id
    on conflict (board_id) do update set members = board_totals.members + excluded.members,
      participants = board_totals.participants + excluded.participants,
      points = board_totals.points + excluded.points, shares = board_totals.shares + excluded.shares
  ), changes as (
    select board_id, level, held >> (6 * level) as bucket, sum(entries) as entries
    from moved cross join lateral (values (from_points, -1), (to_points, 1)) as each (held, entries)
      cross join generate_series(0, 2) as level
    where held > 0 group by 1, 2, 3 having sum(entries) <> 0
  ), counts as (
    insert into board_counts select * from changes
    on conflict (board_id, level, bucket) do update set entries = board_counts.entries + excluded.entries
  )
  select count(*) into folded from moved;
  return folded;
end $$;
--> statement-breakpoint
-- Makes the boards anew from the members' totals and the standings.
create function rebuild_boards() returns void language plpgsql as $$
begin
  lock table users, standings in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
  delete from board_entries;
  delete from board_counts;
  delete from board_totals;
  delete from board_moves;
  insert into board_entries
  select '00000000-0000-0000-0000-000000000000', id, total_points, total_shares, total_engagements, reached_at
  from users where disabled_at is null and total_points > 0
  union all
  select s.contest_id, s.user_id, s.points, s.shares, s.engagements, s.reached_at
  from standings s join users u on u.id = s.user_id and u.disabled_at is null where s.points > 0;
  insert into board_counts
  select board_id, level, points >> (6 * level), count(*)
  from board_entries cross join generate_series(0, 2) as level group by 1, 2, 3;
  insert into board_totals
  select '00000000-0000-0000-0000-000000000000', count(*), 0, 0, 0 from users where disabled_at is null
  union all
  select s.contest_id, 0, count(*) filter (where s.engagements > 0 and u.disabled_at is null), sum(s.points), sum(s.shares)
  from standings s join users u on u.id = s.user_id group by s.contest_id;
end $$;
--> statement-breakpoint
-- Nobody truncates these tables but tests and people in need; the derived ones follow.
create function clear_boards() returns trigger language plpgsql as $$
begin
  perform rebuild_boards();
  return null;
end $$;
--> statement-breakpoint
create trigger team_board_changed after insert or delete on users for each row execute function keep_team_board();
--> statement-breakpoint
create trigger team_board_updated
  after update of total_points, total_shares, total_engagements, reached_at, disabled_at on users for each row
  when (old.total_points is distinct from new.total_points or old.total_shares is distinct from new.total_shares
    or old.total_engagements is distinct from new.total_engagements or old.reached_at is distinct from new.reached_at
    or old.disabled_at is distinct from new.disabled_at)
  execute function keep_team_board();
--> statement-breakpoint
create trigger contest_board_changed after insert or update or delete on standings
  for each row execute function keep_contest_board();
--> statement-breakpoint
create trigger boards_truncated after truncate on standings for each statement execute function clear_boards();
--> statement-breakpoint
select rebuild_boards();
