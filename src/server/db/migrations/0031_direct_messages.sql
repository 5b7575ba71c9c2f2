CREATE TABLE "direct_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"facts" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"own_day" date,
	"posts" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "direct_messages_key_unique" UNIQUE("key"),
	CONSTRAINT "direct_messages_sound" CHECK (posts >= 0 and (own_day is not null or posts = 0))
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"direct" text DEFAULT 'mine' NOT NULL,
	"quiet_from" text DEFAULT '19:00' NOT NULL,
	"quiet_to" text DEFAULT '08:00' NOT NULL,
	"email" text DEFAULT 'off' NOT NULL,
	"chat_channel" text,
	CONSTRAINT "notification_settings_sound" CHECK (quiet_from ~ '^[0-9]{2}:[0-9]{2}$' and quiet_to ~ '^[0-9]{2}:[0-9]{2}$')
);
--> statement-breakpoint
ALTER TABLE "direct_messages" ADD CONSTRAINT "direct_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "direct_messages_due" ON "direct_messages" USING btree ("kind","due_at","id") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "direct_messages_ending" ON "direct_messages" USING btree ("expires_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "direct_messages_failed" ON "direct_messages" USING btree ("failed_at") WHERE failed_at is not null and failure not in ('expired', 'not_reachable');--> statement-breakpoint
CREATE INDEX "direct_messages_of_user" ON "direct_messages" USING btree ("user_id","own_day");--> statement-breakpoint
CREATE INDEX "direct_messages_by_age" ON "direct_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_settings_all" ON "notification_settings" USING btree ("user_id") WHERE direct = 'all';--> statement-breakpoint
CREATE INDEX "users_by_zone" ON "users" USING btree (coalesce(own_zone, chat_zone, ''),"id") WHERE slack_user_id is not null and disabled_at is null;