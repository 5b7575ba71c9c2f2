create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_append_only before update or delete on ledger for each row execute function refuse_change();
--> statement-breakpoint
create trigger ledger_no_truncate before truncate on ledger for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_append_only before update or delete on audit_entries for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_no_truncate before truncate on audit_entries for each statement execute function refuse_change();
