CREATE TABLE "automation_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"zapier_enabled" boolean DEFAULT true NOT NULL,
	"social_pilot_enabled" boolean DEFAULT true NOT NULL,
	"auto_publish" boolean DEFAULT false NOT NULL,
	"points_on_schedule" boolean DEFAULT false NOT NULL,
	"points_on_publish" boolean DEFAULT true NOT NULL,
	"webhook_url" text,
	CONSTRAINT "automation_settings_one_row" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "chat_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"notification" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "chat_notifications_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"direction" text NOT NULL,
	"route" text NOT NULL,
	"sender" text NOT NULL,
	"actor_id" uuid,
	"outcome" text NOT NULL,
	"status" integer,
	"reason" text,
	"body" jsonb,
	"replay_of" uuid,
	"tries" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_clicks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"points" integer NOT NULL,
	"clicked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "link_clicks_not_negative" CHECK (points >= 0)
);
--> statement-breakpoint
CREATE TABLE "link_previews" (
	"user_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "link_previews_user_id_post_id_pk" PRIMARY KEY("user_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "social_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"handle" text NOT NULL,
	"profile_url" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "engagement_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "imported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_clicks" ADD CONSTRAINT "link_clicks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_clicks" ADD CONSTRAINT "link_clicks_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_previews" ADD CONSTRAINT "link_previews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_previews" ADD CONSTRAINT "link_previews_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD CONSTRAINT "social_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_notifications_waiting" ON "chat_notifications" USING btree ("id") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "chat_notifications_failed" ON "chat_notifications" USING btree ("id") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "link_clicks_of_visitor" ON "link_clicks" USING btree ("user_id","post_id","visitor","clicked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "social_accounts_once" ON "social_accounts" USING btree ("user_id","platform",lower("handle"));