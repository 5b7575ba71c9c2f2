CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"ts" text NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"shown" text NOT NULL,
	"shown_at" timestamp (3) with time zone NOT NULL,
	"changes" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "chat_presses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"slack_user_id" text NOT NULL,
	"action_id" text NOT NULL,
	"value" text NOT NULL,
	"response_url" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"answer" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "chat_presses_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE INDEX "chat_messages_of_subject" ON "chat_messages" USING btree ("subject_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "chat_messages_stale" ON "chat_messages" USING btree ("shown_at") WHERE changes > 0 and ended_at is null;--> statement-breakpoint
CREATE INDEX "chat_messages_by_age" ON "chat_messages" USING btree ("posted_at");--> statement-breakpoint
CREATE INDEX "chat_presses_waiting" ON "chat_presses" USING btree ("taken_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "chat_presses_by_age" ON "chat_presses" USING btree ("received_at");