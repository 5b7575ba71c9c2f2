CREATE TABLE "active_days" (
	"day" date NOT NULL,
	"away" smallint NOT NULL,
	"members" integer NOT NULL,
	CONSTRAINT "active_days_day_away_pk" PRIMARY KEY("day","away")
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"day" date NOT NULL,
	"figure" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "daily_figures_day_figure_pk" PRIMARY KEY("day","figure")
);
--> statement-breakpoint
CREATE TABLE "entry_moves" (
	"entry_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "period_leaders" (
	"days" smallint NOT NULL,
	"user_id" uuid NOT NULL,
	"reports" integer NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "period_leaders_days_user_id_pk" PRIMARY KEY("days","user_id")
);
--> statement-breakpoint
CREATE TABLE "post_figures" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"reports" integer NOT NULL,
	"members" integer NOT NULL,
	"points" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_moves" (
	"user_id" uuid NOT NULL,
	"enabled" smallint NOT NULL,
	"day" date,
	"post_id" uuid,
	"type" text,
	"platform" text,
	"reports" smallint NOT NULL,
	"points" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_figures" (
	"platform" text NOT NULL,
	"quarter" timestamp (3) with time zone NOT NULL,
	"shares" integer NOT NULL,
	"points" bigint NOT NULL,
	"held" bigint NOT NULL,
	"engagements" bigint NOT NULL,
	CONSTRAINT "share_figures_platform_quarter_pk" PRIMARY KEY("platform","quarter")
);
--> statement-breakpoint
CREATE TABLE "share_moves" (
	"share_id" uuid NOT NULL,
	"interaction_id" uuid,
	"platform" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"shares" smallint NOT NULL,
	"points" integer NOT NULL,
	"engagements" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "period_leaders" ADD CONSTRAINT "period_leaders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_figures_by_time" ON "share_figures" USING btree ("quarter");--> statement-breakpoint
CREATE INDEX "link_clicks_of_post" ON "link_clicks" USING btree ("post_id","visitor");--> statement-breakpoint
-- What an entry's points were earned with, and its subject. What an undo takes back belongs to what had earned it. An
-- adjustment gives a report back, changes what a share holds, or is a correction by an administrator.
create view entry_sources as
select entry.id, entry.day, entry.amount, case when entry.reverses_id is null then entry.subject_id
    else (select subject_id from ledger undone where undone.id = entry.reverses_id) end as subject_id,
  case case when entry.reverses_id is null then entry.reason
    else (select reason from ledger undone where undone.id = entry.reverses_id) end
    when 'interaction' then 'reports' when 'achievement' then 'achievements' when 'link_click' then 'clicks'
    when 'share' then 'shares' else case
      when exists (select from adjustments where adjustments.id = entry.subject_id) then 'corrections'
      when exists (select from interactions where interactions.id = entry.subject_id) then 'reports'
      else 'shares' end end as source
from ledger as entry;
--> statement-breakpoint
create function note_report() returns trigger language plpgsql as $$
begin
  insert into report_moves values (new.user_id, 0, new.day, new.post_id, new.type, new.platform,
    (new.undone_at is null and new.taken_back_at is null)::int
      - (tg_op = 'UPDATE' and old.undone_at is null and old.taken_back_at is null)::int,
    case tg_op when 'INSERT' then new.points else 0 end);
  return null;
end $$;
--> statement-breakpoint
create function note_enabled() returns trigger language plpgsql as $$
begin
  insert into report_moves (user_id, enabled, reports, points)
  values (new.id, case when new.disabled_at is null then 1 else -1 end, 0, 0);
  return null;
end $$;
--> statement-breakpoint
create function note_entry() returns trigger language plpgsql as $$
begin
  insert into entry_moves values (new.id);
  return null;
end $$;
--> statement-breakpoint
create function note_share() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into share_moves values (old.id, old.interaction_id, old.platform, old.created_at, -1, -old.points, -old.engagements);
  end if;
  if tg_op <> 'DELETE' then
    insert into share_moves values (new.id, new.interaction_id, new.platform, new.created_at, 1, new.points, new.engagements);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Adds up what was noted. One run at a time; another one waits for it. What was true before is what is true now less
-- what was noted, so one statement has to see both.
create function fold_figures() returns integer language plpgsql set enable_seqscan = off as $$
declare
  folded integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_figures', 0));
  with moved as (
    delete from report_moves returning *
  ), moved_shares as (
    delete from share_moves returning *
  ), moved_entries as (
    delete from entry_moves returning *
  ), noted as (
    select user_id, sum(enabled) <> 0 as is_toggled from moved group by user_id
  ), member as (
    select user_id, is_toggled, disabled_at is null as is_enabled, (disabled_at is null) <> is_toggled as was_enabled
    from noted join users on users.id = noted.user_id
  ), flipped as (
    select noted_days.user_id, noted_days.day, now.reports > 0 as is_active
    from (select user_id, day, sum(reports) as reports from moved where day is not null group by user_id, day) noted_days
      cross join lateral (
        select count(*) as reports from interactions i
        where i.user_id = noted_days.user_id and i.day = noted_days.day and i.undone_at is null and i.taken_back_at is null
      ) now
    where (now.reports > 0) <> (now.reports - noted_days.reports > 0)
  ), affected as (
    select user_id, is_enabled, was_enabled, case when is_toggled then '-infinity' else since end as since
    from member left join (select user_id, min(day) as since from flipped group by user_id) first using (user_id)
    where is_toggled or since is not null
  ), days as (
    select a.user_id, each.day, is_enabled, was_enabled, coalesce(is_active, true) as is_active,
      coalesce(not is_active, true) as was_active
    from affected a cross join lateral (
        select i.day from interactions i
        where i.user_id = a.user_id and i.day >= a.since and i.undone_at is null and i.taken_back_at is null
        union select f.day from flipped f where f.user_id = a.user_id
        union (select i.day from interactions i
          where i.user_id = a.user_id and i.day < a.since and i.undone_at is null and i.taken_back_at is null
          order by i.day desc limit 1)
      ) each left join flipped f on f.user_id = a.user_id and f.day = each.day
  ), spans as (
    select day, day - lag(day) over (partition by user_id order by day) as away, 1 as members
    from days where is_active and is_enabled
    union all
    select day, day - lag(day) over (partition by user_id order by day), -1 from days where was_active and was_enabled
  ), kept_days as (
    insert into active_days
    select day, least(coalesce(away, 200), 200) as away, sum(members) from spans group by 1, 2 having sum(members) <> 0
    on conflict (day, away) do update set members = active_days.members + excluded.members
  ), pairs as (
    select user_id, post_id, sum(reports) as reports from moved where post_id is not null group by user_id, post_id
  ), reached as (
    select post_id, pairs.reports,
      (is_enabled and now.reports > 0)::int - (was_enabled and now.reports - pairs.reports > 0)::int as members
    from pairs join member using (user_id) cross join lateral (
      select count(*) as reports from interactions i where i.user_id = pairs.user_id and i.post_id = pairs.post_id
        and i.undone_at is null and i.taken_back_at is null) now
    union all
    select distinct on (m.user_id, i.post_id) i.post_id, 0, is_enabled::int - was_enabled::int
    from member m join interactions i on i.user_id = m.user_id and i.undone_at is null and i.taken_back_at is null
    where is_toggled and not exists (
      select from pairs where pairs.user_id = m.user_id and pairs.post_id = i.post_id)
  ), entries as (
    select s.day, s.source, s.amount, coalesce(report.post_id, click.post_id) as post_id,
      case when s.source = 'shares' or report.type = 'share' then coalesce(share.platform, report.platform) end as platform
    from moved_entries e join entry_sources s on s.id = e.entry_id
      left join lateral (
        select platform, interaction_id from shares where s.source = 'shares' and shares.id = s.subject_id
        union all
        select platform, interaction_id from moved_shares where s.source = 'shares' and share_id = s.subject_id limit 1
      ) share on true
      left join interactions report on report.id = case s.source
        when 'reports' then s.subject_id when 'shares' then share.interaction_id end
      left join link_clicks click on s.source = 'clicks' and click.id = s.subject_id
  ), kept_posts as (
    insert into post_figures
    select post_id, sum(reports), sum(members), sum(points)
    from (
      select post_id, reports, members, 0 as points from reached
      union all select post_id, 0, 0, points from moved where points <> 0
      union all select post_id, 0, 0, amount from entries where post_id is not null
    ) each group by post_id
    on conflict (post_id) do update set reports = post_figures.reports + excluded.reports,
      members = post_figures.members + excluded.members, points = post_figures.points + excluded.points
  ), kept_figures as (
    insert into daily_figures
    select day, figure, sum(amount)
    from (
      select day, type as figure, reports as amount from moved where reports <> 0
      union all select day, 'reports', points from moved where points <> 0
      union all select day, source, amount from entries
    ) each group by day, figure
    on conflict (day, figure) do update set amount = daily_figures.amount + excluded.amount
  ), kept_shares as (
    insert into share_figures
    select platform, quarter, sum(shares), sum(points), sum(held), sum(engagements)
    from (
      select platform, quarter, shares, points, 0 as held, engagements from moved_shares cross join lateral (values
        ('-infinity'::timestamptz), (date_bin('15 minutes', created_at, '2000-01-01 00:00+00'))) at (quarter)
      union all select platform, '-infinity', 0, 0, amount, 0 from entries where platform is not null
      union all select platform, '-infinity', 0, 0, points, 0 from moved where type = 'share' and points <> 0
    ) each group by platform, quarter
    on conflict (platform, quarter) do update set shares = share_figures.shares + excluded.shares,
      points = share_figures.points + excluded.points, held = share_figures.held + excluded.held,
      engagements = share_figures.engagements + excluded.engagements
  )
  select (select count(*) from moved) + (select count(*) from moved_shares) + (select count(*) from moved_entries)
  into folded;
  return folded;
end $$;
--> statement-breakpoint
-- Everything as it has to be, by table. What live reports hold is what they earned: other checks compare that with the ledger.
create view due_daily_figures as
select day, figure, sum(amount)::bigint as amount
from (
  select day, type as figure, count(*) as amount from interactions
  where undone_at is null and taken_back_at is null group by day, type
  union all
  select day, source, sum(amount) from entry_sources group by day, source
) each group by day, figure;
--> statement-breakpoint
create view due_active_days as
select day, least(coalesce(day - before, 200), 200) as away, count(*)::int as members
from (
  select day, lag(day) over (partition by user_id order by day) as before
  from (
    select distinct user_id, day from interactions join users on users.id = user_id and disabled_at is null
    where undone_at is null and taken_back_at is null
  ) active
) spans group by 1, 2;
--> statement-breakpoint
create view due_share_figures as
select platform, quarter, sum(shares)::int as shares, sum(points)::bigint as points, sum(held)::bigint as held,
  sum(engagements)::bigint as engagements
from (
  select platform, quarter, count(*) as shares, sum(points) as points, 0 as held, sum(engagements) as engagements
  from shares cross join lateral (values
    ('-infinity'::timestamptz), (date_bin('15 minutes', created_at, '2000-01-01 00:00+00'))) at (quarter)
  group by platform, quarter
  union all
  select platform, '-infinity', 0, 0, sum(points), 0 from interactions
  where type = 'share' and undone_at is null and taken_back_at is null group by platform
  union all
  select shares.platform, '-infinity', 0, 0, sum(s.amount), 0
  from entry_sources s join shares on shares.id = s.subject_id where s.source = 'shares' group by shares.platform
) each group by platform, quarter;
--> statement-breakpoint
create view due_post_figures as
select post_id, sum(reports)::int as reports, sum(members)::int as members, sum(points)::bigint as points
from (
  select post_id, sum(reports) as reports, count(*) filter (where disabled_at is null) as members, sum(points) as points
  from (
    select post_id, user_id, count(*) as reports, sum(points) as points from interactions
    where undone_at is null and taken_back_at is null group by post_id, user_id
  ) own join users on users.id = user_id group by post_id
  union all
  select i.post_id, 0, 0, sum(s.amount)
  from entry_sources s join shares on shares.id = s.subject_id join interactions i on i.id = shares.interaction_id
  where s.source = 'shares' group by i.post_id
  union all
  select c.post_id, 0, 0, sum(s.amount)
  from entry_sources s join link_clicks c on c.id = s.subject_id where s.source = 'clicks' group by c.post_id
) each group by post_id;
--> statement-breakpoint
create function rebuild_figures() returns void language plpgsql set work_mem = '64MB' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('fold_figures', 0));
  lock table users, interactions, shares, ledger in share row exclusive mode;
  delete from report_moves;
  delete from entry_moves;
  delete from share_moves;
  delete from daily_figures;
  delete from active_days;
  delete from share_figures;
  delete from post_figures;
  delete from period_leaders;
  insert into daily_figures select * from due_daily_figures;
  insert into active_days select * from due_active_days;
  insert into share_figures select * from due_share_figures;
  insert into post_figures select * from due_post_figures;
end $$;
--> statement-breakpoint
create trigger reports_noted after insert on interactions for each row execute function note_report();
--> statement-breakpoint
create trigger changed_reports_noted after update of undone_at, taken_back_at on interactions for each row
  when ((old.undone_at is null and old.taken_back_at is null) <> (new.undone_at is null and new.taken_back_at is null))
  execute function note_report();
--> statement-breakpoint
create trigger entries_noted after insert on ledger for each row when (new.reason <> 'interaction')
  execute function note_entry();
--> statement-breakpoint
create trigger shares_noted after insert or delete on shares for each row execute function note_share();
--> statement-breakpoint
create trigger changed_shares_noted after update of points, engagements on shares for each row
  when (old.points <> new.points or old.engagements <> new.engagements) execute function note_share();
--> statement-breakpoint
create trigger members_noted after update of disabled_at on users for each row
  when ((old.disabled_at is null) <> (new.disabled_at is null)) execute function note_enabled();
--> statement-breakpoint
select rebuild_figures();
--> statement-breakpoint
-- `board_position` for many keys at once: the counts of the blocks are added up once.
create function board_positions(board uuid, wanted bytea[]) returns table (wanted_key bytea, place integer)
language sql stable as $$
  with summed as materialized (
    select first_key, sum(entries) over (order by first_key) - entries as before from board_blocks where board_id = board
  ), asked as materialized (
    select key, coalesce((select first_key from board_blocks where board_id = board and first_key <= key
      order by first_key desc limit 1), '') as first_key
    from (select distinct unnest(wanted) as key) each
  )
  select key, (coalesce(before, 0)
    + (select coalesce(sum(coalesce((to_key < asked.first_key)::int, 0) - coalesce((from_key < asked.first_key)::int, 0)), 0)
       from board_moves where board_id = board)
    + (select count(*) from board_entries e where e.board_id = board and e.key >= asked.first_key and e.key < asked.key))::int
  from asked left join summed on summed.first_key = asked.first_key
$$;
--> statement-breakpoint
-- A connection keeps the plans of the first days. While a table is small it would be read as a whole, with all the rows
-- that were replaced since the last vacuum; and only an index scan marks those.
alter function put_board_entry(uuid, uuid, integer, integer, integer, timestamptz, integer[]) set enable_seqscan = off;
--> statement-breakpoint
alter function put_board_entry(uuid, uuid, integer, integer, integer, timestamptz, integer[]) set enable_bitmapscan = off;
