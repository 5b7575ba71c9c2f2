CREATE TABLE "place_marks" (
	"contest_id" uuid,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "place_marks_one_a_board" UNIQUE NULLS NOT DISTINCT("user_id","contest_id"),
	CONSTRAINT "place_marks_sound" CHECK (place >= 1)
);
--> statement-breakpoint
ALTER TABLE "place_marks" ADD CONSTRAINT "place_marks_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_marks" ADD CONSTRAINT "place_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;