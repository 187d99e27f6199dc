-- A look into the vault stands in the trail of everything too: which field of which record, and why; never what was seen.
create trigger audit_change after insert on public.vault_reveals for each row
  execute function private.audit_change('all', 'record_id', 'record_type,field,reason');
