CREATE TABLE "activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"type" text NOT NULL,
	"description" text NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"platform" text,
	"subject_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"prize" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "contests_window_sound" CHECK (end_date >= start_date)
);
--> statement-breakpoint
CREATE TABLE "hook_receipts" (
	"route" text NOT NULL,
	"delivery_id" text NOT NULL,
	"answer" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hook_receipts_route_delivery_id_pk" PRIMARY KEY("route","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "interactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"type" text NOT NULL,
	"platform" text NOT NULL,
	"points" integer NOT NULL,
	"day" date NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"reverses_id" uuid,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_reverses_id_unique" UNIQUE("reverses_id"),
	CONSTRAINT "ledger_undo_reverses" CHECK ((reason = 'undo') = (reverses_id is not null))
);
--> statement-breakpoint
CREATE TABLE "parked_engagements" (
	"normalised_url" text PRIMARY KEY NOT NULL,
	"likes_count" integer,
	"comments_count" integer,
	"shares_count" integer,
	"views_count" integer,
	"engagement_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "points_configurations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action_type" text NOT NULL,
	"platform" text,
	"context" text,
	"point_value" integer DEFAULT 0 NOT NULL,
	"multiplier" integer DEFAULT 100 NOT NULL,
	"bonus_type" text,
	"bonus_value" integer,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "points_configurations_sound" CHECK (point_value >= 0 and multiplier >= 1 and bonus_value >= 0)
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identity" text NOT NULL,
	"normalised_url" text,
	"brand" text NOT NULL,
	"platform" text NOT NULL,
	"author_name" text NOT NULL,
	"author_handle" text NOT NULL,
	"author_avatar_url" text,
	"content" text NOT NULL,
	"image_url" text,
	"post_url" text,
	"campaign_tags" text[] DEFAULT '{}' NOT NULL,
	"original_post_date" timestamp (3) with time zone NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"shares_count" integer DEFAULT 0 NOT NULL,
	"views_count" integer DEFAULT 0 NOT NULL,
	"engagement_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "posts_identity_unique" UNIQUE("identity")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cookie_hash" text NOT NULL,
	"bearer_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_cookie_hash_unique" UNIQUE("cookie_hash"),
	CONSTRAINT "sessions_bearer_hash_unique" UNIQUE("bearer_hash")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"interaction_id" uuid,
	"platform" text NOT NULL,
	"custom_message" text,
	"content_type" text NOT NULL,
	"share_url" text,
	"engagements" integer DEFAULT 0 NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shares_interaction_id_unique" UNIQUE("interaction_id")
);
--> statement-breakpoint
CREATE TABLE "standings" (
	"contest_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"points" integer NOT NULL,
	"shares" integer NOT NULL,
	"engagements" integer NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "standings_contest_id_user_id_pk" PRIMARY KEY("contest_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text,
	"avatar" text,
	"role" text DEFAULT 'user' NOT NULL,
	"slack_team_id" text,
	"slack_user_id" text,
	"tracking_code" text NOT NULL,
	"total_points" integer DEFAULT 0 NOT NULL,
	"total_shares" integer DEFAULT 0 NOT NULL,
	"total_engagements" integer DEFAULT 0 NOT NULL,
	"current_streak" integer DEFAULT 0 NOT NULL,
	"longest_streak" integer DEFAULT 0 NOT NULL,
	"streak_last_day" date,
	"reached_at" timestamp (3) with time zone NOT NULL,
	"password_hash" text,
	"is_emergency" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_tracking_code_unique" UNIQUE("tracking_code"),
	CONSTRAINT "users_slack_identity_unique" UNIQUE("slack_team_id","slack_user_id"),
	CONSTRAINT "users_points_not_negative" CHECK (total_points >= 0 and total_shares >= 0 and total_engagements >= 0),
	CONSTRAINT "users_streak_sound" CHECK (current_streak >= 0 and longest_streak >= current_streak)
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interactions" ADD CONSTRAINT "interactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interactions" ADD CONSTRAINT "interactions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_interaction_id_interactions_id_fk" FOREIGN KEY ("interaction_id") REFERENCES "public"."interactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standings" ADD CONSTRAINT "standings_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standings" ADD CONSTRAINT "standings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activities_of_subject" ON "activities" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit_entries" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contests_by_window" ON "contests" USING btree ("start_date","end_date");--> statement-breakpoint
CREATE INDEX "hook_receipts_by_age" ON "hook_receipts" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "interactions_one_live" ON "interactions" USING btree ("user_id","post_id","type") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "interactions_of_user" ON "interactions" USING btree ("user_id","reported_at" DESC NULLS FIRST) WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "interactions_of_day" ON "interactions" USING btree ("user_id","day") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "ledger_of_user" ON "ledger" USING btree ("user_id","day");--> statement-breakpoint
CREATE INDEX "ledger_of_subject" ON "ledger" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_award" ON "ledger" USING btree ("subject_id") WHERE reason = 'interaction';--> statement-breakpoint
CREATE INDEX "parked_engagements_by_age" ON "parked_engagements" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "points_configurations_by_action" ON "points_configurations" USING btree ("action_type");--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("original_post_date" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_by_url" ON "posts" USING btree ("normalised_url");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "shares_of_user" ON "shares" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "standings_board" ON "standings" USING btree ("contest_id","points" DESC NULLS FIRST,"shares" DESC NULLS FIRST,"engagements" DESC NULLS FIRST,"reached_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_board" ON "users" USING btree ("total_points" DESC NULLS FIRST,"total_shares" DESC NULLS FIRST,"total_engagements" DESC NULLS FIRST,"reached_at","id") WHERE total_points > 0;