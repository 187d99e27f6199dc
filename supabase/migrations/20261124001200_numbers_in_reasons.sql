-- What staff give as a reason goes into the audit trail, the ledger of decisions and mails, and stays there: what belongs in
-- the vault stands in none of them (20261123000300). Messages, quotes and payments of orders name the numbers they are paid with.

-- Of every kind of record: private.decide lets no reason change but with a decision, which is written here first.
create trigger refuse_secrets before insert on public.decision_events
  for each row execute function private.refuse_secrets('reason', 'reason');
create trigger refuse_secrets before insert or update of credit_terms_reason on public.orders
  for each row execute function private.refuse_secrets('credit_terms_reason', 'credit_terms_reason');
create trigger refuse_secrets before insert or update of review_note on public.products
  for each row execute function private.refuse_secrets('review_note', 'review_note');
create trigger refuse_secrets before insert or update of reason on public.staff_departures
  for each row execute function private.refuse_secrets('reason', 'reason');
create trigger refuse_secrets before insert or update of body on public.decline_reasons
  for each row execute function private.refuse_secrets('body', 'body');
