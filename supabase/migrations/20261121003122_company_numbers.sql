-- The numbers that stand on a company's papers: of the Corporate Affairs Commission's register, and for tax.

alter table public.company_facts
  drop constraint company_facts_key_known,
  add constraint company_facts_key_known check (key in (
    'company_name', 'logo', 'blurb', 'head_office', 'branch_office', 'phone_primary', 'phone_secondary', 'email',
    'hr_email', 'chat_number', 'facebook', 'twitter', 'instagram', 'linkedin', 'youtube', 'crypto_licence_reference',
    'registration_number', 'tax_number')),
  add constraint company_facts_number_short check (key not in ('registration_number', 'tax_number') or char_length(value) <= 30);

insert into public.company_facts (key, value)
values ('registration_number', null), ('tax_number', null);
