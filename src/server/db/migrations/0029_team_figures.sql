CREATE TABLE "member_days" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid,
	"last_day" date NOT NULL,
	"days" bit(192) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_days" (
	"day" date NOT NULL,
	"team_id" uuid NOT NULL,
	"points" bigint NOT NULL,
	"likes" integer NOT NULL,
	"comments" integer NOT NULL,
	"shares" integer NOT NULL,
	CONSTRAINT "team_days_day_team_id_pk" PRIMARY KEY("day","team_id")
);
--> statement-breakpoint
ALTER TABLE "report_moves" ADD COLUMN "report_id" uuid;
--> statement-breakpoint
-- They are read as a whole within milliseconds: starting helpers takes longer.
alter table team_days set (parallel_workers = 0);
--> statement-breakpoint
alter table member_days set (parallel_workers = 0);
--> statement-breakpoint
lock table users, interactions, shares, ledger in share row exclusive mode;
--> statement-breakpoint
-- What was noted without its report is added up before its team is asked for.
select fold_figures();
--> statement-breakpoint
-- As before, with the team for which an entry counts.
create or replace view entry_sources as
select entry.id, entry.day, entry.amount, case when entry.reverses_id is null then entry.subject_id
    else (select subject_id from ledger undone where undone.id = entry.reverses_id) end as subject_id,
  case case when entry.reverses_id is null then entry.reason
    else (select reason from ledger undone where undone.id = entry.reverses_id) end
    when 'interaction' then 'reports' when 'achievement' then 'achievements' when 'link_click' then 'clicks'
    when 'share' then 'shares' else case
      when exists (select from adjustments where adjustments.id = entry.subject_id) then 'corrections'
      when exists (select from interactions where interactions.id = entry.subject_id) then 'reports'
      else 'shares' end end as source,
  entry.team_id
from ledger as entry;
--> statement-breakpoint
-- As before, with the report, whose entry in the ledger has the team.
create or replace function note_report() returns trigger language plpgsql as $$
begin
  insert into report_moves values (new.user_id, 0, new.day, new.post_id, new.type, new.platform,
    (new.undone_at is null and new.taken_back_at is null)::int
      - (tg_op = 'UPDATE' and old.undone_at is null and old.taken_back_at is null)::int,
    case tg_op when 'INSERT' then new.points else 0 end, new.id);
  return null;
end $$;
--> statement-breakpoint
create function note_move() returns trigger language plpgsql as $$
begin
  insert into report_moves (user_id, enabled, reports, points) values (new.id, 0, 0, 0);
  return null;
end $$;
--> statement-breakpoint
create trigger moves_noted after update of team_id on users for each row
  when (old.team_id is distinct from new.team_id) execute function note_move();
--> statement-breakpoint
-- As before, and also the days of teams and of members. Days of a member are turned over: whoever had none has some now.
create or replace function fold_figures() returns integer language plpgsql set enable_seqscan = off as $$
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
    select user_id, sum(enabled) <> 0 as is_toggled, bool_or(day is null) as is_changed from moved group by user_id
  ), member as (
    select user_id, is_toggled, is_changed, case when disabled_at is null then team_id end as team_id,
      disabled_at is null as is_enabled, (disabled_at is null) <> is_toggled as was_enabled
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
  ), kept_members as (
    insert into member_days as kept
    select user_id, team_id, coalesce(newest, '2000-01-01'), coalesce(days, B'0'::bit(192))
    from member left join (
        select user_id, newest, bit_or(set_bit(B'0'::bit(192), newest - day, 1)) as days
        from (select user_id, day, max(day) over (partition by user_id) as newest from flipped) each
        where newest - day < 192 group by user_id, newest
      ) turned using (user_id)
    where is_changed or newest is not null
    on conflict (user_id) do update set team_id = excluded.team_id, last_day = greatest(kept.last_day, excluded.last_day),
      days = (kept.days >> greatest(excluded.last_day - kept.last_day, 0))
        # (excluded.days >> greatest(kept.last_day - excluded.last_day, 0))
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
    select s.day, s.source, s.amount, s.team_id, coalesce(report.post_id, click.post_id) as post_id,
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
  ), kept_teams as (
    insert into team_days as kept
    select day, team_id, sum(points), coalesce(sum(reports) filter (where type = 'like'), 0),
      coalesce(sum(reports) filter (where type = 'comment'), 0), coalesce(sum(reports) filter (where type = 'share'), 0)
    from (
      select m.day, booked.team_id, m.type, m.reports, m.points
      from moved m cross join lateral (
        select team_id from ledger where subject_id = m.report_id and reason = 'interaction' limit 1) booked
      where exists (select from teams)
      union all select day, team_id, null, 0, amount from entries
    ) each where team_id is not null group by day, team_id
    on conflict (day, team_id) do update set points = kept.points + excluded.points, likes = kept.likes + excluded.likes,
      comments = kept.comments + excluded.comments, shares = kept.shares + excluded.shares
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
-- What teams and members have to have. Entries that count for a team are there only if there is one.
create view due_team_days as
select day, team_id, sum(points)::bigint as points, sum(likes)::int as likes, sum(comments)::int as comments,
  sum(shares)::int as shares
from (
  select i.day, l.team_id, 0 as points, (i.type = 'like')::int as likes, (i.type = 'comment')::int as comments,
    (i.type = 'share')::int as shares
  from interactions i join ledger l on l.subject_id = i.id and l.reason = 'interaction'
  where i.undone_at is null and i.taken_back_at is null and l.team_id is not null
  union all
  select day, team_id, amount, 0, 0, 0 from ledger where team_id is not null
) each where exists (select from teams) group by day, team_id;
--> statement-breakpoint
create view due_member_days as
select user_id, (select case when disabled_at is null then team_id end from users where users.id = user_id) as team_id,
  newest as last_day, bit_or(set_bit(B'0'::bit(192), newest - day, 1)) as days
from (
  select user_id, day, max(day) over (partition by user_id) as newest
  from interactions where undone_at is null and taken_back_at is null
) active where newest - day < 192 group by user_id, newest;
--> statement-breakpoint
-- As before, and also the days of teams and of members.
create or replace function rebuild_figures() returns void language plpgsql set work_mem = '64MB' as $$
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
  delete from team_days;
  delete from member_days;
  delete from period_leaders;
  insert into daily_figures select * from due_daily_figures;
  insert into active_days select * from due_active_days;
  insert into share_figures select * from due_share_figures;
  insert into post_figures select * from due_post_figures;
  insert into team_days select * from due_team_days;
  insert into member_days select * from due_member_days;
end $$;
--> statement-breakpoint
insert into team_days select * from due_team_days;
--> statement-breakpoint
insert into member_days select * from due_member_days;
