CREATE TABLE "post_surges" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"members" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "direct_messages_due";--> statement-breakpoint
DROP INDEX "direct_messages_failed";--> statement-breakpoint
DROP INDEX "notification_settings_all";--> statement-breakpoint
DROP INDEX "users_by_zone";--> statement-breakpoint
ALTER TABLE "direct_messages" ADD COLUMN "medium" text DEFAULT 'chat' NOT NULL;--> statement-breakpoint
ALTER TABLE "direct_messages" ADD COLUMN "not_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "confirmed_email" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "question" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "angles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "post_surges" ADD CONSTRAINT "post_surges_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_surges_by_time" ON "post_surges" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "direct_messages_mail_due" ON "direct_messages" USING btree ("due_at","id") WHERE sent_at is null and failed_at is null and medium = 'mail';--> statement-breakpoint
CREATE INDEX "direct_messages_due" ON "direct_messages" USING btree ("kind","due_at","id") WHERE sent_at is null and failed_at is null and medium = 'chat';--> statement-breakpoint
CREATE INDEX "direct_messages_failed" ON "direct_messages" USING btree ("medium","failed_at") WHERE failed_at is not null and failure not in ('expired', 'not_reachable');--> statement-breakpoint
CREATE INDEX "notification_settings_all" ON "notification_settings" USING btree ("user_id") WHERE direct = 'all' or email <> 'off';--> statement-breakpoint
CREATE INDEX "users_by_zone" ON "users" USING btree (coalesce(own_zone, chat_zone, ''),"id") WHERE disabled_at is null;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_question_sound" CHECK (char_length(question) between 1 and 200 and question !~ '[\n\r]');--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_angles_sound" CHECK (cardinality(angles) <= 3 and array_position(angles, null) is null
        and char_length(angles[1]) between 1 and 120 and char_length(angles[2]) between 1 and 120
        and char_length(angles[3]) between 1 and 120 and array_to_string(angles, '') !~ '[\n\r]'
        and angles[1] <> angles[2] and angles[1] <> angles[3] and angles[2] <> angles[3]);