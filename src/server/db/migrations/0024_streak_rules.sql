CREATE TABLE "holidays" (
	"day" date PRIMARY KEY NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"counts" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"counts" boolean NOT NULL,
	CONSTRAINT "own_days_user_id_day_kind_pk" PRIMARY KEY("user_id","day","kind")
);
--> statement-breakpoint
CREATE TABLE "streak_rules" (
	"since" date PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"working_days" integer[] NOT NULL,
	"freezes" boolean NOT NULL,
	CONSTRAINT "streak_rules_sound" CHECK (cardinality(working_days) > 0 and working_days <@ array[1, 2, 3, 4, 5, 6, 7])
);
--> statement-breakpoint
ALTER TABLE "interactions" ADD COLUMN "own_day" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "streak_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "settled_day" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "chat_zone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "own_zone" text;--> statement-breakpoint
ALTER TABLE "own_days" ADD CONSTRAINT "own_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_by_streak_end" ON "users" USING btree ("current_streak" DESC NULLS FIRST,"longest_streak" DESC NULLS FIRST,"id") WHERE longest_streak > 0 and disabled_at is null and streak_ends_at is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_streak_end" CHECK (streak_ends_at is null or time_zone is not null);--> statement-breakpoint
create trigger streak_rules_renew_report_basis after insert or update or delete or truncate on streak_rules
  for each statement execute function renew_report_basis();
--> statement-breakpoint
create trigger holidays_renew_report_basis after insert or update or delete or truncate on holidays
  for each statement execute function renew_report_basis();
