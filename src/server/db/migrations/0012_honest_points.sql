CREATE TABLE "adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "adjustments_sound" CHECK (amount <> 0)
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"interaction_id" uuid,
	"share_id" uuid,
	"reviewer_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decision" text,
	"decided_by" uuid,
	"decision_reason" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "appeals_one_a_report" UNIQUE("interaction_id"),
	CONSTRAINT "appeals_one_a_share" UNIQUE("share_id"),
	CONSTRAINT "appeals_one_subject" CHECK ((interaction_id is null) <> (share_id is null)),
	CONSTRAINT "appeals_decided" CHECK ((decision is null) = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "honesty_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"cap_like" integer,
	"cap_comment" integer,
	"cap_share" integer,
	"clicks_per_day" integer NOT NULL,
	"clicks_per_address" integer NOT NULL,
	"checks" text NOT NULL,
	CONSTRAINT "honesty_settings_one_row" CHECK (id = 1),
	CONSTRAINT "honesty_settings_sound" CHECK (cap_like > 0 and cap_comment > 0 and cap_share > 0 and clicks_per_day >= 0 and clicks_per_address >= 0)
);
--> statement-breakpoint
CREATE TABLE "checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"interaction_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"link" text,
	"note" text,
	"answered_at" timestamp (3) with time zone,
	"decision" text,
	"decided_by" uuid,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "checks_interaction_id_unique" UNIQUE("interaction_id"),
	CONSTRAINT "checks_answered" CHECK ((answer is null) = (answered_at is null)),
	CONSTRAINT "checks_decided" CHECK ((decision is null) = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "take_backs" (
	"interaction_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"given_back_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "member_addresses" (
	"user_id" uuid NOT NULL,
	"address_hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_addresses_user_id_address_hash_pk" PRIMARY KEY("user_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_points_not_negative";--> statement-breakpoint
ALTER TABLE "interactions" ADD COLUMN "taken_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "interactions" ADD COLUMN "over_cap" integer;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "shares" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "rule_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "rule_value" integer;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "rule_multiplier" integer;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "bonus_type" text;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "bonus_value" integer;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "reviewer_id" uuid;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_by" text;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_interaction_id_interactions_id_fk" FOREIGN KEY ("interaction_id") REFERENCES "public"."interactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_interaction_id_interactions_id_fk" FOREIGN KEY ("interaction_id") REFERENCES "public"."interactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "take_backs" ADD CONSTRAINT "take_backs_interaction_id_interactions_id_fk" FOREIGN KEY ("interaction_id") REFERENCES "public"."interactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "take_backs" ADD CONSTRAINT "take_backs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "take_backs" ADD CONSTRAINT "take_backs_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_addresses" ADD CONSTRAINT "member_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustments_of_user" ON "adjustments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "appeals_of_user" ON "appeals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("created_at","id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "checks_of_user" ON "checks" USING btree ("user_id","asked_at");--> statement-breakpoint
CREATE INDEX "checks_open" ON "checks" USING btree ("due_at","id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "take_backs_of_user" ON "take_backs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "member_addresses_by_age" ON "member_addresses" USING btree ("seen_at");--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interactions_newest" ON "interactions" USING btree ("reported_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "shares_by_status" ON "shares" USING btree ("status","created_at","id") WHERE interaction_id is null;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_receipt_adds_up" CHECK (rule_id is null or amount = round(rule_value * rule_multiplier / 100.0) + coalesce(bonus_value, 0));--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_reason" CHECK (reason is null or status = 'rejected');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_counts_not_negative" CHECK (total_shares >= 0 and total_engagements >= 0);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_disabled_by_somebody" CHECK (disabled_at is not null or disabled_by is null);
--> statement-breakpoint
-- Until now a like, a comment and a share earned something without any rule. Where a database relied on that, it gets
-- the rule, so that nothing earns less than before.
INSERT INTO "points_configurations" ("id", "action_type", "context", "point_value", "description", "created_at")
SELECT gen_random_uuid(), "action_type", "context", "point_value", "description", now()
FROM (VALUES
  ('like', 'honor_system', 15, 'Liking a company post'),
  ('comment', 'honor_system', 20, 'Commenting on a company post'),
  ('share', 'honor_system', 30, 'Sharing a company post'),
  ('share', 'verified', 30, 'A share of your own that was verified')
) AS defaults ("action_type", "context", "point_value", "description")
WHERE NOT EXISTS (SELECT FROM "points_configurations" AS known WHERE known."is_active" AND known."platform" IS NULL
  AND known."action_type" = defaults."action_type" AND coalesce(known."context", defaults."context") = defaults."context");
--> statement-breakpoint
-- A share that outlived its undone report stands for itself from now on.
UPDATE "shares" SET "interaction_id" = NULL, "due_at" = coalesce("due_at", "reviewed_at", "created_at")
  WHERE "interaction_id" IN (SELECT "id" FROM "interactions" WHERE "undone_at" IS NOT NULL);
--> statement-breakpoint
-- The share of a report has the report's points. To be rejected took nothing from it, so it stays counted.
UPDATE "shares" SET "status" = CASE WHEN "status" = 'rejected' THEN 'pending' ELSE "status" END,
    "points" = "report"."points" + CASE WHEN "status" = 'rejected' THEN 0 ELSE "shares"."points" END,
    "answered_at" = CASE WHEN "status" = 'rejected' THEN NULL ELSE "answered_at" END
  FROM "interactions" AS "report" WHERE "report"."id" = "interaction_id";
--> statement-breakpoint
-- A verified share counts as a share, on the day on which it earned its points.
INSERT INTO "ledger" ("id", "user_id", "amount", "shares", "reason", "subject_id", "day", "created_at")
SELECT gen_random_uuid(), "shares"."user_id", 0, 1, 'adjustment', "shares"."id",
  coalesce("earned"."day", ("shares"."answered_at" AT TIME ZONE 'UTC')::date), now()
FROM "shares" LEFT JOIN "ledger" AS "earned" ON "earned"."subject_id" = "shares"."id" AND "earned"."reason" = 'share'
WHERE "shares"."status" = 'completed' AND "shares"."interaction_id" IS NULL;
--> statement-breakpoint
UPDATE "users" SET "total_shares" = "total_shares" + "counted"."shares"
  FROM (SELECT "user_id", sum("shares")::int AS "shares" FROM "ledger" GROUP BY "user_id") AS "counted"
  WHERE "counted"."user_id" = "users"."id" AND "counted"."shares" <> 0;
--> statement-breakpoint
INSERT INTO "standings" ("contest_id", "user_id", "points", "shares", "engagements", "reached_at")
SELECT "contests"."id", "user_id", 0, sum("shares")::int, 0, max("ledger"."created_at")
FROM "ledger" JOIN "contests" ON "contests"."is_active" AND "contests"."deleted_at" IS NULL
  AND "day" BETWEEN "start_date" AND "end_date"
WHERE "shares" <> 0 GROUP BY "contests"."id", "user_id"
ON CONFLICT ("contest_id", "user_id") DO UPDATE SET "shares" = "standings"."shares" + excluded."shares";
--> statement-breakpoint
-- Such a share no longer has an activity of its own: its report has one.
DELETE FROM "activities" USING "shares"
  WHERE "type" = 'share' AND "subject_id" = "shares"."id" AND "interaction_id" IS NOT NULL;
