CREATE INDEX "deliveries_of_webhook" ON "deliveries" USING btree ("webhook_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE webhook_id is not null;--> statement-breakpoint
-- Ids of deliveries of points were made of a hash without a version, so the log could not be read. Those that wait keep
-- their job under the new id.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job SET data = jsonb_set(data, '{deliveryId}', to_jsonb(
      overlay(overlay(data->>'deliveryId' placing '8' from 15) placing '8' from 20)))
    WHERE name = 'deliveries.send' AND data->>'deliveryId' IN (
      SELECT id::text FROM deliveries WHERE direction = 'out' AND route = 'member.earned' AND replay_of IS NULL);
  END IF;
END $$;--> statement-breakpoint
UPDATE "deliveries" SET
  "id" = CASE WHEN "replay_of" IS NULL
    THEN overlay(overlay("id"::text placing '8' from 15) placing '8' from 20)::uuid ELSE "id" END,
  "replay_of" = overlay(overlay("replay_of"::text placing '8' from 15) placing '8' from 20)::uuid
WHERE "direction" = 'out' AND "route" = 'member.earned';
