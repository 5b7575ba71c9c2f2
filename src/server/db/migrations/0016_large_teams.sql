-- An extension that the owner of the database may install.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "board_blocks" (
	"board_id" uuid NOT NULL,
	"first_key" "bytea" NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "board_blocks_board_id_first_key_pk" PRIMARY KEY("board_id","first_key")
);
--> statement-breakpoint
CREATE TABLE "board_entries" (
	"board_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"points" integer NOT NULL,
	"shares" integer NOT NULL,
	"engagements" integer NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	"key" "bytea" NOT NULL,
	CONSTRAINT "board_entries_board_id_user_id_pk" PRIMARY KEY("board_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "board_moves" (
	"board_id" uuid NOT NULL,
	"from_key" "bytea",
	"to_key" "bytea",
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
CREATE TABLE "report_basis" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "report_basis_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "standings_builds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contest_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"done_up_to" uuid,
	"members_done" integer DEFAULT 0 NOT NULL,
	"members_in_all" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "standings_builds_contest_id_unique" UNIQUE("contest_id"),
	CONSTRAINT "standings_builds_window_sound" CHECK (end_date >= start_date)
);
--> statement-breakpoint
CREATE TABLE "member_directory" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_enabled" boolean NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"standing" smallint NOT NULL,
	"names" text NOT NULL,
	"details" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "standings" DROP CONSTRAINT "standings_contest_id_contests_id_fk";
--> statement-breakpoint
DROP INDEX "interactions_of_user";--> statement-breakpoint
DROP INDEX "interactions_of_post";--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "standings_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "standings_builds" ADD CONSTRAINT "standings_builds_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_directory" ADD CONSTRAINT "member_directory_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "board_entries_in_order" ON "board_entries" USING btree ("board_id","key");--> statement-breakpoint
CREATE INDEX "deliveries_by_outcome" ON "deliveries" USING btree ("direction","outcome","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger" USING brin ("created_at","day");--> statement-breakpoint
CREATE INDEX "shares_by_platform" ON "shares" USING btree ("platform","created_at","id");--> statement-breakpoint
CREATE INDEX "shares_by_state" ON "shares" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "shares_by_points" ON "shares" USING btree ("points","created_at","id");--> statement-breakpoint
CREATE INDEX "shares_by_engagements" ON "shares" USING btree ("engagements","created_at","id") WHERE engagements > 0;--> statement-breakpoint
CREATE INDEX "shares_words" ON "shares" USING gin (lower(chr(10) || coalesce(custom_message, '') || chr(10) || content_type || chr(10) || coalesce(share_url, '')) gin_trgm_ops) WHERE interaction_id is null or reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "audit_entries" USING btree ("action","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_of_actor" ON "audit_entries" USING btree ("actor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX "audit_of_subject" ON "audit_entries" USING btree ("subject","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE subject is not null;--> statement-breakpoint
CREATE INDEX "users_by_streak" ON "users" USING btree ("streak_last_day","current_streak" DESC NULLS FIRST,"longest_streak" DESC NULLS FIRST,"id") WHERE longest_streak > 0 and disabled_at is null;--> statement-breakpoint
CREATE INDEX "users_by_longest_streak" ON "users" USING btree ("longest_streak" DESC NULLS FIRST,"id") WHERE longest_streak > 0 and disabled_at is null;--> statement-breakpoint
CREATE INDEX "interactions_of_user" ON "interactions" USING btree ("user_id","reported_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "interactions_of_post" ON "interactions" USING btree ("post_id","reported_at" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_standings_id_unique" UNIQUE("standings_id");
--> statement-breakpoint
-- The order of a board as bytes: the better score is less, and of equal ones the smaller id. Numbers are offset so that
-- their bytes compare as they do.
create function board_key(points integer, shares integer, engagements integer, reached timestamptz, member uuid)
returns bytea language sql stable as $$
  select int8send(4611686018427387904 - points) || int8send(4611686018427387904 - shares)
    || int8send(4611686018427387904 - engagements)
    || int8send(4611686018427387904 + (extract(epoch from reached) * 1000)::bigint) || uuid_send(member)
$$;
--> statement-breakpoint
-- Sets or removes a member's entry on a board, and notes the change. Points of 0 or less mean no entry.
create function put_board_entry(
  board uuid, member uuid, held integer, shared integer, reported integer, reached timestamptz, changes integer[]
) returns void language plpgsql as $$
declare
  before bytea;
  after bytea;
begin
  select key into before from board_entries where board_id = board and user_id = member;
  if held > 0 then
    after := board_key(held, shared, reported, reached, member);
    if before is null then
      insert into board_entries values (board, member, held, shared, reported, reached, after);
    elsif before <> after then
      update board_entries set points = held, shares = shared, engagements = reported, reached_at = reached, key = after
      where board_id = board and user_id = member;
    end if;
  elsif before is not null then
    delete from board_entries where board_id = board and user_id = member;
  end if;
  if before is distinct from after or changes <> array[0, 0, 0, 0] then
    insert into board_moves values (board, before, after, changes[1], changes[2], changes[3], changes[4]);
  end if;
end $$;
--> statement-breakpoint
create function keep_team_board() returns trigger language plpgsql as $$
declare
  was_enabled constant boolean := tg_op <> 'INSERT' and old.disabled_at is null;
  is_enabled constant boolean := tg_op <> 'DELETE' and new.disabled_at is null;
  standing record;
begin
  perform put_board_entry('00000000-0000-0000-0000-000000000000', coalesce(new.id, old.id),
    case when is_enabled then new.total_points else 0 end, new.total_shares, new.total_engagements, new.reached_at,
    array[is_enabled::int - was_enabled::int, 0, 0, 0]);
  if tg_op <> 'UPDATE' or was_enabled = is_enabled then
    return null;
  end if;
  for standing in
    select s.* from (select standings_id as id from contests union all select id from standings_builds) board
      join standings s on s.contest_id = board.id and s.user_id = new.id
  loop
    perform put_board_entry(standing.contest_id, new.id, case when is_enabled then standing.points else 0 end,
      standing.shares, standing.engagements, standing.reached_at,
      array[0, (standing.engagements > 0)::int * case when is_enabled then 1 else -1 end, 0, 0]);
  end loop;
  return null;
end $$;
--> statement-breakpoint
create function keep_contest_board() returns trigger language plpgsql as $$
declare
  member constant uuid := coalesce(new.user_id, old.user_id);
  is_enabled constant boolean := exists (select from users where id = member and disabled_at is null);
begin
  perform put_board_entry(coalesce(new.contest_id, old.contest_id), member,
    case when is_enabled then coalesce(new.points, 0) else 0 end, new.shares, new.engagements, new.reached_at,
    array[0,
      case when is_enabled
        then coalesce(new.engagements > 0, false)::int - coalesce(old.engagements > 0, false)::int else 0 end,
      coalesce(new.points, 0) - coalesce(old.points, 0), coalesce(new.shares, 0) - coalesce(old.shares, 0)]);
  return null;
end $$;
--> statement-breakpoint
-- How many entries of a board have a lesser key. Counts of whole blocks, what has moved since they were counted, and the
-- entries of one block.
create function board_position(board uuid, wanted bytea) returns integer language plpgsql stable as $$
declare
  block constant bytea := coalesce((select first_key from board_blocks
    where board_id = board and first_key <= wanted order by first_key desc limit 1), '');
begin
  return (select coalesce(sum(entries), 0) from board_blocks where board_id = board and first_key < block)
    + (select coalesce(sum(coalesce((to_key < block)::int, 0) - coalesce((from_key < block)::int, 0)), 0)
       from board_moves where board_id = board)
    + (select count(*) from board_entries where board_id = board and key >= block and key < wanted);
end $$;
--> statement-breakpoint
create function board_size(board uuid) returns integer language sql stable as $$
  select ((select coalesce(sum(entries), 0) from board_blocks where board_id = board)
    + (select coalesce(sum((to_key is not null)::int - (from_key is not null)::int), 0) from board_moves
       where board_id = board))::int
$$;
--> statement-breakpoint
-- Where to begin to read so that the entry at a place is found: a key, and how many entries come before it.
create function board_start(board uuid, place integer) returns table (start_key bytea, skipped integer)
language sql stable as $$
  with changes as (
    select first_key, sum(change) as change
    from (select to_key as key, 1 as change from board_moves where board_id = board and to_key is not null
      union all select from_key, -1 from board_moves where board_id = board and from_key is not null) moved
      cross join lateral (
        select first_key from board_blocks where board_id = board and first_key <= moved.key
        order by first_key desc limit 1) block
    group by first_key
  ), summed as (
    select first_key, entries + coalesce(change, 0) as entries,
      sum(entries + coalesce(change, 0)) over (order by first_key) - entries - coalesce(change, 0) as before
    from board_blocks left join changes using (first_key) where board_id = board
  )
  select coalesce(first_key, ''), coalesce(before, 0)::int
  from (select) always left join (
    select * from summed where before <= place and place < before + entries limit 1) found on true
$$;
--> statement-breakpoint
-- Moves the changes into the counts. One run at a time; another one waits for it. Blocks that have grown are divided.
create function fold_boards() returns integer language plpgsql as $$
declare
  folded integer;
  grown record;
  middle bytea;
  ahead integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
  insert into board_blocks select distinct board_id, ''::bytea, 0 from board_moves on conflict do nothing;
  with moved as (delete from board_moves returning *),
  totals as (
    insert into board_totals
    select board_id, sum(members), sum(participants), sum(points), sum(shares) from moved group by board_id
    on conflict (board_id) do update set members = board_totals.members + excluded.members,
      participants = board_totals.participants + excluded.participants,
      points = board_totals.points + excluded.points, shares = board_totals.shares + excluded.shares
  ), changes as (
    select board_id, block.first_key, sum(change) as change
    from (select board_id, to_key as key, 1 as change from moved where to_key is not null
      union all select board_id, from_key, -1 from moved where from_key is not null) each
      cross join lateral (
        select first_key from board_blocks b where b.board_id = each.board_id and b.first_key <= each.key
        order by first_key desc limit 1) block
    group by board_id, block.first_key
  ), counted as (
    update board_blocks b set entries = b.entries + changes.change from changes
    where b.board_id = changes.board_id and b.first_key = changes.first_key and changes.change <> 0
  )
  select count(*) into folded from moved;
  delete from board_blocks where entries = 0 and first_key <> '';
  for grown in select * from board_blocks where entries > 1000
  loop
    loop
      select key into middle from board_entries
      where board_id = grown.board_id and key >= grown.first_key order by key offset 500 limit 1;
      exit when middle is null or grown.entries <= 1000;
      -- The counts are those of the moves that were folded; others may have come since, with their entries.
      select (select count(*) from board_entries
          where board_id = grown.board_id and key >= grown.first_key and key < middle)
        - (select coalesce(sum(coalesce((to_key >= grown.first_key and to_key < middle)::int, 0)
            - coalesce((from_key >= grown.first_key and from_key < middle)::int, 0)), 0)
           from board_moves where board_id = grown.board_id)
      into ahead;
      insert into board_blocks values (grown.board_id, middle, grown.entries - ahead);
      update board_blocks set entries = ahead where board_id = grown.board_id and first_key = grown.first_key;
      grown.first_key := middle;
      grown.entries := grown.entries - ahead;
    end loop;
  end loop;
  return folded;
end $$;
--> statement-breakpoint
-- Makes the boards anew from the members' totals and the standings.
create function rebuild_boards() returns void language plpgsql as $$
begin
  -- In the order in which a build of standings takes them.
  perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
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
    from users where disabled_at is null and total_points > 0
    union all
    select s.contest_id, s.user_id, s.points, s.shares, s.engagements, s.reached_at
    from standings s join users u on u.id = s.user_id and u.disabled_at is null where s.points > 0
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
  select s.contest_id, 0, count(*) filter (where s.engagements > 0 and u.disabled_at is null), sum(s.points), sum(s.shares)
  from standings s join users u on u.id = s.user_id group by s.contest_id;
end $$;
--> statement-breakpoint
-- Works out the lines of the next members for a build, whatever it has for them, and returns how many they were: none
-- when all are done, null when there is no such build. It locks the members first; each statement after that sees
-- everything that was booked for them. Their places on the board are set and counted all at once, because the trigger
-- would set them one by one. A portion that is lost in a crash is done again, so its commit need not wait for the disk.
create function build_standings(build uuid, portion integer) returns integer language plpgsql as $$
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
      u.disabled_at is null as is_enabled
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
    from due where is_enabled and points > 0
  )
  insert into board_moves
  select build, null, case when is_enabled and points > 0 then board_key(points, shares, reports, reached_at, id) end, 0,
    (is_enabled and reports > 0)::int, points, shares from due;
  perform set_config('ovation.sets_boards_itself', '', true);
  update standings_builds set done_up_to = members[cardinality(members)],
    members_done = members_done + cardinality(members) where id = build;
  perform fold_boards();
  return cardinality(members);
end $$;
--> statement-breakpoint
-- Deletes some lines of standings that no contest and no build has any more, and with the last one their board. Returns
-- how many.
create function drop_standings(board uuid, portion integer) returns integer language plpgsql as $$
declare
  members uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_boards', 0));
  perform set_config('synchronous_commit', 'off', true);
  members := array(select user_id from standings where contest_id = board order by user_id limit portion);
  perform set_config('ovation.sets_boards_itself', 'on', true);
  delete from standings where contest_id = board and user_id = any(members);
  delete from board_entries where board_id = board and user_id = any(members);
  perform set_config('ovation.sets_boards_itself', '', true);
  if cardinality(members) < portion then
    delete from board_entries where board_id = board;
    delete from board_blocks where board_id = board;
    delete from board_totals where board_id = board;
    delete from board_moves where board_id = board;
  end if;
  return cardinality(members);
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
create trigger contest_board_changed after insert or update or delete on standings for each row
  when (current_setting('ovation.sets_boards_itself', true) is distinct from 'on')
  execute function keep_contest_board();
--> statement-breakpoint
create trigger boards_truncated after truncate on standings for each statement execute function clear_boards();
--> statement-breakpoint
update contests set standings_id = id;
--> statement-breakpoint
select rebuild_boards();
--> statement-breakpoint
insert into report_basis (id, version) values (1, 1);
--> statement-breakpoint
create function renew_report_basis() returns trigger language plpgsql as $$
begin
  update report_basis set version = version + 1;
  return null;
end $$;
--> statement-breakpoint
create trigger points_renew_report_basis after insert or update or delete or truncate on points_configurations
  for each statement execute function renew_report_basis();
--> statement-breakpoint
create trigger honesty_renews_report_basis after insert or update or delete or truncate on honesty_settings
  for each statement execute function renew_report_basis();
--> statement-breakpoint
create trigger excused_days_renew_report_basis after insert or update or delete or truncate on excused_days
  for each statement execute function renew_report_basis();
--> statement-breakpoint
-- What lists of members search and sort by.
create function directory_line(member users) returns member_directory language sql stable as $$
  select row(member.id, member.disabled_at is null, member.role, lower(member.display_name), lower(member.username),
    lower(member.email), member.created_at, sign(member.total_points)::smallint,
    concat(chr(10), lower(member.display_name), chr(10), lower(member.username)),
    concat(chr(10), lower(concat_ws(chr(10), member.display_name, member.username, member.email, member.slack_user_id,
      member.tracking_code))))::member_directory
$$;
--> statement-breakpoint
create function keep_member_directory() returns trigger language plpgsql as $$
begin
  insert into member_directory as kept select listed.* from directory_line(new) listed
  on conflict (user_id) do update set is_enabled = excluded.is_enabled, role = excluded.role, name = excluded.name,
    username = excluded.username, email = excluded.email, created_at = excluded.created_at, standing = excluded.standing,
    names = excluded.names, details = excluded.details
  where kept is distinct from excluded;
  return null;
end $$;
--> statement-breakpoint
create function rebuild_member_directory() returns void language plpgsql as $$
begin
  delete from member_directory;
  insert into member_directory
  select listed.* from users cross join lateral directory_line(users) listed;
end $$;
--> statement-breakpoint
create trigger users_in_directory after insert or update of display_name, username, email, slack_user_id, tracking_code,
  role, disabled_at, created_at on users for each row execute function keep_member_directory();
--> statement-breakpoint
create trigger users_points_in_directory after update of total_points on users for each row
  when (sign(old.total_points) is distinct from sign(new.total_points)) execute function keep_member_directory();
--> statement-breakpoint
select rebuild_member_directory();
--> statement-breakpoint
-- After the rows, because that takes a hundredth of the time.
CREATE INDEX "member_directory_by_name" ON "member_directory" USING btree ("is_enabled","name","username","user_id");
--> statement-breakpoint
CREATE INDEX "member_directory_by_role" ON "member_directory" USING btree ("is_enabled","role","name","username","user_id");
--> statement-breakpoint
CREATE INDEX "member_directory_by_email" ON "member_directory" USING btree ("is_enabled","email","name","username","user_id") WHERE email is not null;
--> statement-breakpoint
CREATE INDEX "member_directory_without_email" ON "member_directory" USING btree ("is_enabled","name","username","user_id") WHERE email is null;
--> statement-breakpoint
CREATE INDEX "member_directory_by_age" ON "member_directory" USING btree ("is_enabled","created_at","name","username","user_id");
--> statement-breakpoint
CREATE INDEX "member_directory_without_points" ON "member_directory" USING btree ("is_enabled","standing","user_id") WHERE standing < 1;
--> statement-breakpoint
CREATE INDEX "member_directory_names" ON "member_directory" USING gin ("names" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "member_directory_details" ON "member_directory" USING gin ("details" gin_trgm_ops);
