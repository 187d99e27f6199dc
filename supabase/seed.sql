-- Demo rows for an evaluation, each marked by is_demo and by its name. None of these people and firms exists.
-- May run again: rows that are there stay as they are.

insert into public.orders
  (id, crop_type, quantity, quantity_text, unit, delivery_address, special_requirements, total_amount_kobo, status,
   payment_status, decline_reason, is_demo, created_at)
values
  ('d0000000-0000-4000-8000-000000000001', 'Raw Cashew Nuts', 2, '2', 'Containers (20ft)', 'Port of Rotterdam, Netherlands',
   'KOR 47 or better, jute bags', null, 'pending', 'unpaid', null, true, now() - interval '5 hours'),
  ('d0000000-0000-4000-8000-000000000002', 'Ginger', 18.5, '18.5', 'Tons', 'Apapa Port, Lagos',
   'Dried split, moisture below 10%', null, 'pending', 'unpaid', null, true, now() - interval '30 hours'),
  ('d0000000-0000-4000-8000-000000000003', 'Rice', 600, '600', 'Bags (50kg)', 'Wuse Market, Abuja',
   null, 2100000000, 'approved', 'unpaid', null, true, now() - interval '3 days'),
  ('d0000000-0000-4000-8000-000000000004', 'Cocoa Beans', 25, '25', 'Tons', 'Port of Hamburg, Germany',
   'Fermented, UTZ certificate if available', null, 'declined', 'unpaid',
   'This season''s harvest is sold. We will write to you when the next one opens.', true, now() - interval '9 days'),
  ('d0000000-0000-4000-8000-000000000005', 'Yam', 300, '300', 'Bags (100kg)', 'Mile 12 Market, Lagos',
   null, 1350000000, 'completed', 'confirmed', null, true, now() - interval '20 days')
on conflict (id) do nothing;

insert into public.order_requests
  (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
values
  ('d0000000-0000-4000-8000-000000000001', 'Demo Nut Traders BV', 'Demo: Sanne de Wit', 'sanne@demo-nuts.example.com',
   '+31201234567', '1 Demo Quay, Rotterdam', 'Netherlands', 'Letter of Credit', 'CIF'),
  ('d0000000-0000-4000-8000-000000000002', 'Demo Spice Mills Ltd', 'Demo: Ravi Menon', 'ravi@demo-spice.example.com',
   '+911234567890', '12 Demo Road, Kochi', 'India', '30% Advance 70% on Delivery', 'FOB'),
  ('d0000000-0000-4000-8000-000000000003', 'Demo Provisions Abuja', 'Demo: Halima Bello', 'halima@demo-provisions.example.com',
   '+2348030000003', '4 Demo Street, Wuse, Abuja', 'Nigeria', '50% Advance 50% on Delivery', 'EXW'),
  ('d0000000-0000-4000-8000-000000000004', 'Demo Schokolade GmbH', 'Demo: Jonas Weber', 'jonas@demo-schokolade.example.com',
   '+49301234567', '7 Demoallee, Hamburg', 'Germany', 'Letter of Credit', 'CFR'),
  ('d0000000-0000-4000-8000-000000000005', 'Demo Foods Lagos', 'Demo: Tunde Alabi', 'tunde@demo-foods.example.com',
   '+2348030000005', '9 Demo Close, Ketu, Lagos', 'Nigeria', 'Bank Transfer', 'DDP')
on conflict (order_id) do nothing;

insert into public.farmers
  (id, contact_name, contact_email, phone, farm_name, farm_size_code, farm_size_acres, location, city, state,
   farming_experience_code, farming_experience_years, crops_grown, farming_methods, goals, status, decline_reason,
   is_demo, created_at)
values
  ('d0000000-0000-4000-8000-000000000101', 'Demo: Musa Danjuma', 'musa@demo-farms.example.com', '+2348030000101',
   'Demo: Keffi Sesame Farm', '11-50', 11, 'Keffi, Nasarawa', 'Keffi', 'Nasarawa', '6-10', 6,
   array['Sesame Seeds', 'Groundnut'], 'conventional', 'Sell sesame to buyers abroad at a fair price', 'pending', null,
   true, now() - interval '8 hours'),
  ('d0000000-0000-4000-8000-000000000102', 'Demo: Ngozi Eze', 'ngozi@demo-farms.example.com', '+2348030000102',
   'Demo: Green Hills Cassava', '6-10', 6, 'Nsukka, Enugu', 'Nsukka', 'Enugu', '11-20', 11,
   array['Cassava', 'Yam'], 'mixed', 'Grow from two hectares to ten in three years', 'approved', null,
   true, now() - interval '6 days'),
  ('d0000000-0000-4000-8000-000000000103', 'Demo: Amina Sule', null, '+2348030000103',
   'Demo: Zaria Ginger Growers', '1-5', 1, 'Zaria, Kaduna', 'Zaria', 'Kaduna', '2-5', 2,
   array['Ginger'], 'organic', 'Learn to dry and grade ginger for export', 'pending', null,
   true, now() - interval '2 days')
on conflict (id) do nothing;

insert into public.buyers
  (id, buyer_type, company_name, registration_number, business_type, address, city, state, country, annual_revenue,
   annual_purchase_volume, contact_first_name, contact_last_name, contact_email, contact_phone, status, is_demo, created_at)
values
  ('d0000000-0000-4000-8000-000000000201', 'corporate', 'Demo Export House Ltd', 'RC-DEMO-01', 'exporter',
   '22 Demo Wharf Road, Apapa', 'Lagos', 'Lagos', 'Nigeria', 101, '101-500tons', 'Demo: Bisi', 'Ade',
   'bisi@demo-export.example.com', '+2348030000201', 'pending', true, now() - interval '20 hours'),
  ('d0000000-0000-4000-8000-000000000202', 'individual', null, null, 'restaurant',
   '3 Demo Avenue, Garki', 'Abuja', 'FCT', 'Nigeria', null, null, 'Demo: Chidi', 'Obi',
   'chidi@demo-kitchen.example.com', '+2348030000202', 'approved', true, now() - interval '12 days')
on conflict (id) do nothing;

insert into public.investors
  (id, investor_type, company_name, contact_name, contact_email, contact_phone, investment_amount,
   investment_amount_min, investment_amount_max, currency, risk_tolerance, experience_level, crypto_experience,
   preferred_sectors, investment_goals, wallet_address, city, state, country, status, is_demo, created_at)
values
  ('d0000000-0000-4000-8000-000000000301', 'individual', null, 'Demo: Funke Ojo', 'funke@demo-invest.example.com',
   '+2348030000301', '1m-5m', 1000000, 5000000, 'NGN', 'moderate', 'beginner', null, array['crop-production'],
   'Put savings to work on farms at home', null, 'Ibadan', 'Oyo', 'Nigeria', 'pending', true, now() - interval '26 hours'),
  ('d0000000-0000-4000-8000-000000000302', 'corporate', 'Demo Capital Partners', 'Demo: Ibrahim Yusuf',
   'ibrahim@demo-capital.example.com', '+2348030000302', '20m-50m', 20000000, 50000000, 'NGN', null, null, null,
   array['processing'], 'A joint venture in cassava processing', null, 'Kano', 'Kano', 'Nigeria', 'pending', true,
   now() - interval '4 days')
on conflict (id) do nothing;
