-- The start that follows gives everybody a name, because only the program knows the rule. Notifications that are not sent
-- yet call the name by its new word; a quotation mark inside a text is escaped, so only keys are replaced.
ALTER TABLE "users" ADD COLUMN "display_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "chat_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "own_name" text;--> statement-breakpoint
UPDATE "chat_notifications" SET "notification" = replace("notification"::text, '"username": ', '"displayName": ')::jsonb
  WHERE "sent_at" IS NULL;
