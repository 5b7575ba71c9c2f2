DROP INDEX "shares_of_user";--> statement-breakpoint
CREATE INDEX "posts_url_words" ON "posts" USING gin ((chr(10) || lower(post_url)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "shares_of_user" ON "shares" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);