-- Each report changes one row of users and one of standings. With no index over what it changes, and with room left in
-- the page, the new version takes the place of an old one there and the tables stay as small as they are. The boards
-- are read and sorted whole, once for everybody.
DROP INDEX "standings_board";--> statement-breakpoint
DROP INDEX "users_board";--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "standings" SET (fillfactor = 50);
