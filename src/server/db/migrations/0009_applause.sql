CREATE TABLE "applause" (
	"activity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "applause_activity_id_user_id_pk" PRIMARY KEY("activity_id","user_id"),
	CONSTRAINT "applause_for_others" CHECK (user_id <> receiver_id)
);
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "applause" ADD CONSTRAINT "applause_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applause" ADD CONSTRAINT "applause_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applause" ADD CONSTRAINT "applause_receiver_id_users_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applause_received" ON "applause" USING btree ("receiver_id","day");--> statement-breakpoint
CREATE INDEX "shares_answered" ON "shares" USING btree ("user_id","answered_at") WHERE answered_at is not null;--> statement-breakpoint
-- When a share was answered is known only roughly: when it was last reviewed, or else when its points became due.
UPDATE "shares" SET "answered_at" = coalesce("reviewed_at", "due_at", "created_at")
  WHERE "status" IN ('completed', 'rejected');
