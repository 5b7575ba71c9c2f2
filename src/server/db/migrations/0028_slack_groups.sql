ALTER TABLE "teams" ADD COLUMN "slack_group_id" text;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "slack_group_handle" text;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "group_lost_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "teams_by_slack_group" ON "teams" USING btree ("slack_group_id") WHERE deleted_at is null and slack_group_id is not null;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_follow_soundly" CHECK ((slack_group_id is null) = (slack_group_handle is null) and (slack_group_id is not null or group_lost_at is null));--> statement-breakpoint
-- As before, but a statement that moves many members counts them itself. Here each of them would write the row of their
-- team once more, which takes more than in proportion to their number.
create or replace function keep_team_sizes() returns trigger language plpgsql as $$
begin
  if current_setting('ovation.counts_moves', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.disabled_at is null and old.team_id is not null then
    update teams set members = members - 1 where id = old.team_id;
  end if;
  if new.disabled_at is null and new.team_id is not null then
    update teams set members = members + 1 where id = new.team_id;
  end if;
  return null;
end $$;
