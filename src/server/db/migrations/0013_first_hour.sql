CREATE TABLE "emergency_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"secret_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "emergency_invitations_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "monthly_winners" DROP CONSTRAINT "monthly_winners_one_a_month";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emergency_invitations" ADD CONSTRAINT "emergency_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emergency_invitations_by_email" ON "emergency_invitations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "posts_waiting" ON "posts" USING btree ("original_post_date") WHERE published_at is null and deleted_at is null;--> statement-breakpoint
-- Every post was visible as soon as it had arrived; those dated later stay visible.
UPDATE "posts" SET "published_at" = "created_at";--> statement-breakpoint
-- A team that already reports needs no reminder to look at its rules.
INSERT INTO "settings" ("key", "value")
SELECT 'setup_points_rules_seen', 'on' WHERE EXISTS (SELECT FROM "interactions")
ON CONFLICT ("key") DO NOTHING;
