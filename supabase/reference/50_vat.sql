insert into public.vat_rates (vat_class, valid_from, rate_bp, reason)
values
  ('basic_food', '2026-01-01', 0, 'zero-rated: basic food, Nigeria Tax Act 2025, section 187'),
  ('export', '2026-01-01', 0, 'zero-rated: exported goods, Nigeria Tax Act 2025, section 187'),
  ('exempt', '2026-01-01', 0, 'exempt, Nigeria Tax Act 2025'),
  ('standard', '2026-01-01', 750, 'standard rate, Nigeria Tax Act 2025'),
  ('delivery', '2026-01-01', null, 'as the goods that it brings');
