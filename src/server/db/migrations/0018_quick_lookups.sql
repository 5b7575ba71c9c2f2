CREATE INDEX "users_by_username" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_foreign_usernames" ON "users" USING btree ("id") WHERE username ~ '[^ -~]';--> statement-breakpoint
CREATE INDEX "users_emergency" ON "users" USING btree ("id") WHERE is_emergency;--> statement-breakpoint
CREATE INDEX "users_nameless" ON "users" USING btree ("id") WHERE display_name = '';--> statement-breakpoint
CREATE INDEX "posts_of_feed" ON "posts" USING btree ("platform","brand") WHERE deleted_at is null and published_at is not null;
--> statement-breakpoint
-- As before, but each entry is counted once: from one wanted key to the next one of its block.
create or replace function board_positions(board uuid, wanted bytea[]) returns table (wanted_key bytea, place integer)
language sql stable as $$
  with summed as materialized (
    select first_key, sum(entries) over (order by first_key) - entries as before from board_blocks where board_id = board
  ), asked as materialized (
    select key, first_key, lag(key, 1, first_key) over (partition by first_key order by key) as from_key
    from (select key, coalesce((select first_key from board_blocks where board_id = board and first_key <= key
        order by first_key desc limit 1), '') as first_key
      from (select distinct unnest(wanted) as key) each) placed
  ), counted as materialized (
    select key, first_key, (select count(*) from board_entries e
      where e.board_id = board and e.key >= from_key and e.key < asked.key) as entries
    from asked
  )
  select key, (coalesce(before, 0)
    + (select coalesce(sum(coalesce((to_key < counted.first_key)::int, 0) - coalesce((from_key < counted.first_key)::int, 0)), 0)
       from board_moves where board_id = board)
    + sum(entries) over (partition by counted.first_key order by key))::int
  from counted left join summed on summed.first_key = counted.first_key
$$;
