CREATE TABLE "quests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"goal" integer,
	"action_type" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"done_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "quests_sound" CHECK (end_date >= start_date and end_date - start_date < 190 and (goal between 1 and 1000000)
        and (goal is not null or action_type = 'everybody_once'))
);
--> statement-breakpoint
ALTER TABLE "quests" ADD CONSTRAINT "quests_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quests_by_end" ON "quests" USING btree ("end_date") WHERE deleted_at is null;