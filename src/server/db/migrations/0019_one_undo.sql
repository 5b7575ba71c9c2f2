ALTER TABLE "ledger" DROP CONSTRAINT "ledger_reverses_id_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_undo" ON "ledger" USING btree ("reverses_id") WHERE reverses_id is not null;