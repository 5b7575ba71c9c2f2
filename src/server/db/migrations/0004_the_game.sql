CREATE TABLE "earned_achievements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code" text NOT NULL,
	"points" integer NOT NULL,
	"earned_at" timestamp (3) with time zone NOT NULL,
	"lead" integer,
	"taken_back_at" timestamp (3) with time zone,
	CONSTRAINT "earned_achievements_sound" CHECK (points >= 0 and (code = 'team_leader') = (lead is not null))
);
--> statement-breakpoint
CREATE TABLE "monthly_winners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contest_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"month" integer NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"points" integer NOT NULL,
	"shares" integer NOT NULL,
	"engagements" integer NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "monthly_winners_contest_id_unique" UNIQUE("contest_id"),
	CONSTRAINT "monthly_winners_one_a_month" UNIQUE("year","month"),
	CONSTRAINT "monthly_winners_sound" CHECK (points > 0 and month between 1 and 12)
);
--> statement-breakpoint
DROP INDEX "ledger_one_award";--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "has_set_points" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "has_reached_threshold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "achievement_codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "earned_achievements" ADD CONSTRAINT "earned_achievements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_winners" ADD CONSTRAINT "monthly_winners_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_winners" ADD CONSTRAINT "monthly_winners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "earned_achievements_once" ON "earned_achievements" USING btree ("user_id","code") WHERE taken_back_at is null;--> statement-breakpoint
CREATE INDEX "shares_newest" ON "shares" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_award" ON "ledger" USING btree ("subject_id") WHERE reason in ('interaction', 'achievement', 'share');--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_not_negative" CHECK (points >= 0 and engagements >= 0);--> statement-breakpoint
-- Windows of active contests do not overlap, whoever writes them at the same moment.
ALTER TABLE "contests" ADD CONSTRAINT "contests_no_overlap"
  EXCLUDE USING gist (daterange(start_date, end_date, '[]') WITH &&) WHERE (is_active and deleted_at is null);
--> statement-breakpoint
create trigger monthly_winners_append_only before update or delete on monthly_winners
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger monthly_winners_no_truncate before truncate on monthly_winners
  for each statement execute function refuse_change();
