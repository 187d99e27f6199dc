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
   null, 1350000000, 'approved', 'unpaid', null, true, now() - interval '20 days')
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

-- One is paid and completed, with its payment in the ledger and its documents.
insert into public.payments (id, order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by, created_at)
select 'd0000000-0000-4000-8000-000000000601', id, 'receipt', total_amount_kobo, currency, (now() - interval '18 days')::date,
  'DEMO-0005', gen_random_uuid(), now() - interval '18 days'
from public.orders where id = 'd0000000-0000-4000-8000-000000000005' and payment_status = 'unpaid';
update public.orders set status = 'completed', payment_status = 'confirmed'
where id = 'd0000000-0000-4000-8000-000000000005' and status = 'approved' and payment_status = 'unpaid';

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

insert into public.training_enrolments
  (id, contact_name, contact_email, phone, city, state, education_level, experience, motivation, training_goals,
   status, is_demo, created_at)
values
  ('d0000000-0000-4000-8000-000000000401', 'Demo: Blessing Akpan', 'blessing@demo-layers.example.com', '+2348030000401',
   'Uyo', 'Akwa Ibom', 'secondary', 'beginner', 'My street buys eggs from two hours away',
   'Keep two hundred layers and lose few of them', 'pending', true, now() - interval '14 hours'),
  ('d0000000-0000-4000-8000-000000000402', 'Demo: Yakubu Sani', null, '+2348030000402',
   'Minna', 'Niger', 'primary', 'basic', 'The birds of my father die in every rainy season',
   'Learn to vaccinate and to keep the litter dry', 'approved', true, now() - interval '7 days')
on conflict (id) do nothing;

insert into public.buyers
  (id, buyer_type, company_name, registration_number, business_type, address, city, state, country, annual_revenue,
   annual_purchase_volume, contact_first_name, contact_last_name, contact_email, contact_phone, status, is_demo, created_at)
values
  ('d0000000-0000-4000-8000-000000000201', 'corporate', 'Demo Export App Ltd', 'RC-DEMO-01', 'exporter',
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

-- Facts of a company that does not exist: numbers that nobody has, addresses of example.com.
update public.company_facts set value = demo.value, is_demo = true
from (values
  ('phone_primary', '+234 700 000 0001'),
  ('phone_secondary', '+234 700 000 0002'),
  ('email', 'hello@demo-company.example.com'),
  ('hr_email', 'careers@demo-company.example.com'),
  ('chat_number', '+234 700 000 0003'),
  ('legal_name', 'Demo Company Limited'),
  ('registration_number', 'RC-DEMO-0000'),
  ('data_protection_contact', 'Demo: data protection officer'),
  ('data_protection_email', 'privacy@demo-company.example.com'),
  ('linkedin', 'https://linkedin.example.com/company/demo-company'),
  ('facebook', 'https://facebook.example.com/demo-company')
) as demo (key, value)
where company_facts.key = demo.key and company_facts.value is null;

-- The specification's figures, which nobody has counted in an evaluation.
update public.impact_figures set source = 'Demo: not counted yet', as_of = date '2026-11-01', is_demo = true
where source is null and as_of is null;

-- None of these people exists. The links lead to example.com, where nobody's page is. One name stands in both lists, and some links are placeholders, as they are in life.
insert into public.board_members (id, name, position, bio, type, linkedin, twitter, sort_order, is_demo)
values
  (1, 'Demo: Adaeze Okonkwo', 'Chair of the Board',
   'A demo person. Thirty years in produce trade, from a stall in Onitsha to a bonded warehouse in Apapa. Chairs the board and signs nothing that she has not read twice.',
   'board', 'https://linkedin.example.com/in/demo-adaeze-okonkwo', '#', 1, true),
  (2, 'Demo: Ibrahim Garba', 'Managing Director',
   'A demo person. An agronomist by training, who walked the fields of Nasarawa before he ran the company. Answers for the promises that this site makes.',
   'board', 'https://linkedin.com', 'https://twitter.example.com/demo_igarba', 2, true),
  (3, 'Demo: Folake Adeyemi', 'Director of Finance',
   'A demo person. A chartered accountant, who keeps the books so that a farmer and an auditor read the same numbers.',
   'board', '', null, 3, true),
  (4, 'Demo: Terna Iorfa', 'Director of Operations',
   'A demo person. Runs the stores, the trucks and the poultry houses, and knows each weighbridge between Makurdi and Lagos by its error.',
   'board', null, null, 4, true),
  (5, 'Demo - ADAEZE Okonkwo', 'Founding Investor',
   'A demo person. The chair is also the first who put her own money in; she is listed here with what she holds.',
   'investor', 'https://linkedin.example.com/in/demo-adaeze-okonkwo', null, 5, true),
  (6, 'Demo: Savannah Growth Partners', 'Institutional Investor',
   'A demo firm. Invests in storage and processing, with a seat in the audit committee and none in the daily work.',
   'investor', 'https://www.linkedin.com/', 'https://twitter.com', 6, true),
  (7, 'Demo: Obinna Nwosu', 'Private Investor',
   'A demo person. An engineer in Rotterdam, born in Owerri, who invests in cold rooms because he has seen what the heat costs.',
   'investor', 'https://linkedin.example.com/in/demo-obinna-nwosu', '', 7, true)
on conflict (id) do nothing;

insert into public.board_contacts (board_member_id, email, phone, public_contact)
values
  (1, 'chair@demo-company.example.com', '+234 700 000 0011', true),
  (2, 'md@demo-company.example.com', null, true),
  (3, 'finance@demo-company.example.com', '+234 700 000 0013', false),
  (7, 'obinna@demo-invest.example.com', null, true)
on conflict (board_member_id) do nothing;

select setval('public.board_members_id_seq', greatest((select max(id) from public.board_members), 1));

-- The positions that every application begins with as drafts, shown as if they were open. None of them is.
update public.career_positions set is_published = true, is_demo = true where not is_published;

-- Courses that nobody holds: each is called demo. Their days lie ahead of the day on which they are added.
insert into public.courses
  (topic, title, learns, gets, place, state, starts_on, ends_on, seats, price_kobo, languages, trainer, is_demo)
select topic, title, learns, gets, place, state, current_date + in_days, current_date + in_days + days - 1, seats, price_kobo,
  languages, trainer, true
from (values
  ('poultry', 'Demo: Broilers from chick to sale', 'Brooding, litter, feed by age, vaccination, and what a bird costs until it is sold.',
   'Meals on the days, the notes on paper and a certificate of attendance.', 'Demo hall, Lafia', 'Nasarawa', 24, 5, 30, 1500000,
   'English and Hausa', 'Demo: a poultry trainer'),
  ('poultry', 'Demo: Layers for beginners', 'Housing, light, feed, egg grading and the book that shows whether the flock pays.',
   null, 'Demo hall, Ibadan', 'Oyo', 52, 3, 25, 0, 'Yoruba and English', null),
  ('rural-education', 'Demo: Drying and storing maize', 'How to tell that grain is dry, how to bag it, and how to keep weevils out.',
   'A tarpaulin for each group.', 'Demo village square, Keffi', 'Nasarawa', 17, 1, 60, 0, 'Hausa', 'Demo: an extension worker'),
  ('sustainable-farming', 'Demo: Tied ridges, shown in a field', 'Laying out ridges on the contour and tying them so that rain stays.',
   null, 'Demo plot, Kura', 'Kano', 31, 1, 40, 0, 'Hausa', null)
) as demo (topic, title, learns, gets, place, state, in_days, days, seats, price_kobo, languages, trainer)
where not exists (select from public.courses where is_demo);

-- Months that nobody has checked for a field: marked as demo, with that as their source.
update public.order_products as product set grade = demo.grade, season = demo.season, origin_states = demo.states,
  minimum_lot = demo.lot, minimum_lot_unit = demo.lot_unit, packing = demo.packing, hs_code = demo.hs_code,
  price_kobo = demo.price_kobo, price_currency = 'USD', price_unit = 'Tons', price_basis = 'FOB Lagos', price_on = '2026-11-02',
  is_demo = true
from (values
  ('Ginger', 'Split, dried, moisture at most 10 %', 'November to April', 'Kaduna, Nasarawa, Benue', 1, 'Containers (20ft)', 'PP bags of 40 kg', '0910.11', 310000),
  ('Sesame Seeds', 'Natural white, purity 99 %', 'November to March', 'Benue, Nasarawa, Jigawa', 1, 'Containers (20ft)', 'PP bags of 50 kg', '1207.40', 165000),
  ('Hibiscus Flowers', 'Whole flower, moisture at most 10 %', 'December to May', 'Kano, Katsina, Jigawa', 12, 'Tons', 'Pressed bales of 25 kg', '1211.90', 142050),
  ('Raw Cashew Nuts', 'Outturn 47 lb, moisture at most 9 %', 'February to June', 'Kogi, Kwara, Oyo', 18, 'Tons', 'Jute bags of 80 kg', '0801.31', 118500),
  ('Cocoa Beans', 'Grade 1, moisture at most 7.5 %', 'October to February', 'Ondo, Osun, Cross River', 12.5, 'Tons', 'Jute bags of 62.5 kg', '1801.00', 640000)
) as demo (label, grade, season, states, lot, lot_unit, packing, hs_code, price_kobo)
where product.label = demo.label and product.grade is null;

insert into public.crop_seasons
  (crop, states, planting_from, planting_to, harvest_from, harvest_to, note, source, sort_order, is_demo)
select crop, states, planting_from, planting_to, harvest_from, harvest_to, note, 'Demo: not checked by an agronomist', place, true
from (values
  ('Demo: Maize', 'Benue, Nasarawa, Plateau', 4, 5, 8, 9, 'With the first steady rain.', 1),
  ('Demo: Rice, rain-fed', 'Ebonyi, Benue, Niger', 5, 7, 10, 12, null, 2),
  ('Demo: Yam', 'Benue, Taraba, Enugu', 11, 3, 8, 12, 'The time runs over the end of the year.', 3),
  ('Demo: Tomatoes, irrigated', 'Kano, Kaduna, Jigawa', 10, 12, 1, 4, null, 4)
) as demo (crop, states, planting_from, planting_to, harvest_from, harvest_to, note, place)
where not exists (select from public.crop_seasons where is_demo);

insert into public.projects (kind, title, place, state, year, progress, description, sort_order, is_demo)
select kind, title, place, state, year, progress, description, place_in_list, true
from (values
  ('construction', 'Demo: Twelve houses for farm workers', 'Demo site, Karu', 'Nasarawa', 2025, 'at work',
   'A demo project. Twelve two-room houses, a borehole and a road of laterite. Roofs are on nine of them.', 1),
  ('contract', 'Demo: Store for 500 tonnes of grain', 'Demo site, Makurdi', 'Benue', 2024, 'finished',
   'A demo project. Block walls, a raised floor, a loading bay and a weighbridge, handed over with its file.', 1),
  ('representation', 'Demo: First buyers for a maker of drip lines', 'Demo office, Ikeja', 'Lagos', 2025, 'finished',
   'A demo project. A firm from abroad met eleven distributors in six weeks, with minutes of each meeting.', 1),
  ('farming', 'Demo: Seed plot for sesame', 'Demo plot, Doma', 'Nasarawa', 2026, 'planned',
   'A demo project. Four hectares for seed that farmers nearby can buy at planting.', 1)
) as demo (kind, title, place, state, year, progress, description, place_in_list)
where not exists (select from public.projects where is_demo);

insert into public.stories (page, title, text, place, happened_on, figures, is_demo)
select 'agriculture', 'Demo: One season of rice, counted',
  E'A demo story: nobody counted this. A group of farmers dried their rice on sheets instead of the road.\nThe buyer found no stones, paid at the weighbridge, and came back in the same season.',
  'Demo village, Ebonyi', date '2026-10-31',
  E'14 | farmers in the group | Demo: not counted\n32 | bags of 50 kg from a hectare | Demo: not counted\n0 | bags refused by the buyer | Demo: not counted',
  true
where not exists (select from public.stories where is_demo);

-- Facts of a company that does not exist, under the headings that pages have room for.
insert into public.page_facts (page, heading, label, value, source, sort_order, is_demo)
select page, heading, label, value, 'Demo: not a real figure', place, true
from (values
  ('poultry-development', 'What 100 birds cost and bring', 'Day-old chicks', '₦100,000', 1),
  ('poultry-development', 'What 100 birds cost and bring', 'Feed for eight weeks', '₦300,000', 2),
  ('poultry-development', 'What 100 birds cost and bring', 'Vaccines, litter and heat', '₦50,000', 3),
  ('poultry-development', 'What 100 birds cost and bring', 'Sale of 94 birds', '₦564,000', 4),
  ('poultry-development', 'A vet to call', 'Demo: veterinary surgeon', '+234 700 000 0021', 5),
  ('general-contract', 'Lines of a bill of quantities', 'Block wall, 225 mm', '120 m², priced by the square metre', 1),
  ('general-contract', 'Lines of a bill of quantities', 'Roof sheet, 0.55 mm', '210 m², priced by the square metre', 2),
  ('general-contract', 'Registrations and certificates', 'Demo: contractor''s registration', 'Number DEMO-0001', 3),
  ('company-representation', 'The first 90 days', 'Days 1 to 30', 'We read your papers and write the plan', 1),
  ('company-representation', 'The first 90 days', 'Days 31 to 60', 'First meetings, with minutes', 2),
  ('company-representation', 'The first 90 days', 'Days 61 to 90', 'Offers on paper, and a report', 3),
  ('company-representation', 'What it costs', 'Fee', 'A monthly fee, agreed before the work begins', 4),
  ('franchise-partnership', 'What it takes', 'Capital', 'From ₦10 million', 1),
  ('franchise-partnership', 'What it takes', 'Area', 'From 200 m² by a road', 2),
  ('franchise-partnership', 'What it takes', 'Time until opening', 'About six months', 3),
  ('board', 'How the company is governed', 'Meetings of the board', 'Four times a year, with minutes', 1),
  ('board', 'How the company is governed', 'Audit', 'Once a year, by a firm from outside', 2),
  ('contact', 'Hours and languages', 'By phone', 'Monday to Friday, 8 to 17', 1),
  ('contact', 'Hours and languages', 'Languages', 'English, Hausa and Yoruba', 2)
) as demo (page, heading, label, value, place)
where not exists (select from public.page_facts where is_demo);

-- A bank that does not exist. No wallet: an address is never invented.
insert into public.settlement_accounts
  (id, kind, bank_name, account_name, account_number, approved_at, effective_at, is_demo)
values
  ('d0000000-0000-4000-8000-000000000401', 'bank_account', 'Demo Bank (does not exist)', 'Demo: the company',
   '0000000000', now(), now(), true)
on conflict (id) do nothing;

-- Farmers who sell on the marketplace, three of them approved, and the seven products of the specification.
insert into public.farmers
  (id, contact_name, phone, farm_name, farm_size_code, farm_size_acres, location, city, state, farming_experience_code,
   farming_experience_years, crops_grown, farming_methods, goals, status, is_demo, created_at)
values
  ('d0000000-0000-4000-8000-000000000111', 'Demo: Chinedu Nwali', '+2348030000111', 'Demo: Abakaliki Rice Growers',
   '51-100', 51, 'Abakaliki, Ebonyi', 'Abakaliki', 'Ebonyi', '11-20', 11, array['Rice', 'Maize'], 'mixed',
   'Sell rice that is free of stones under our own name', 'approved', true, now() - interval '40 days'),
  ('d0000000-0000-4000-8000-000000000112', 'Demo: Hauwa Bala', '+2348030000112', 'Demo: Kano River Vegetables',
   '1-5', 1, 'Kura, Kano', 'Kura', 'Kano', '6-10', 6, array['Tomatoes', 'Pepper'], 'conventional',
   'Bring tomatoes to Lagos before they spoil', 'approved', true, now() - interval '30 days'),
  ('d0000000-0000-4000-8000-000000000113', 'Demo: Efe Omoruyi', '+2348030000113', 'Demo: Benin Palm Oil Press',
   '11-50', 11, 'Benin City, Edo', 'Benin City', 'Edo', '20plus', 20, array['Palm Oil'], 'conventional',
   'Press more oil from the fruit of our neighbours', 'pending', true, now() - interval '1 day')
on conflict (id) do nothing;

insert into public.products
  (id, name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, season, state, status,
   is_demo, created_at)
values
  ('d0000000-0000-4000-8000-000000000501', 'Rice', 'Grains', 'd0000000-0000-4000-8000-000000000111', '-', '-',
   50, 'kg', 3500000, 120, 'All year', 'Ebonyi', 'published', true, now() - interval '21 days'),
  ('d0000000-0000-4000-8000-000000000502', 'Tomatoes', 'Vegetables', 'd0000000-0000-4000-8000-000000000112', '-', '-',
   25, 'kg', 1250000, 40, 'November to April', 'Kano', 'published', true, now() - interval '20 days'),
  ('d0000000-0000-4000-8000-000000000503', 'Yam', 'Tubers', 'd0000000-0000-4000-8000-000000000102', '-', '-',
   100, 'kg', 4500000, 60, 'August to January', 'Enugu', 'published', true, now() - interval '19 days'),
  ('d0000000-0000-4000-8000-000000000504', 'Palm oil', 'Oil', 'd0000000-0000-4000-8000-000000000113', '-', '-',
   20, 'L', 2800000, null, 'All year', 'Edo', 'published', true, now() - interval '18 days'),
  ('d0000000-0000-4000-8000-000000000505', 'Maize', 'Grains', 'd0000000-0000-4000-8000-000000000111', '-', '-',
   100, 'kg', 2500000, 200, 'July to December', 'Ebonyi', 'published', true, now() - interval '17 days'),
  ('d0000000-0000-4000-8000-000000000506', 'Dried pepper', 'Spices', 'd0000000-0000-4000-8000-000000000112', '-', '-',
   10, 'kg', 1800000, 35, 'October to March', 'Kano', 'published', true, now() - interval '16 days'),
  ('d0000000-0000-4000-8000-000000000507', 'Bene seed/millet', 'Grains', 'd0000000-0000-4000-8000-000000000101', '-', '-',
   50, 'kg', 2200000, null, 'November to February', 'Nasarawa', 'published', true, now() - interval '15 days')
on conflict (id) do nothing;

update public.products set variety = 'Demo: FARO 44', grade = 'Demo: free of stones, moisture 13%', harvest = 'Demo: last November',
  lot = 'DEMO-501'
where id = 'd0000000-0000-4000-8000-000000000501' and is_demo and variety is null;

-- Zones and depots that nobody runs, so that a checkout has something to choose from.
insert into public.delivery_zones (id, name, areas, step_grams, step_kobo, weekdays, cutoff_days, capacity_kg, is_demo)
values
  ('d0000000-0000-4000-8000-000000000601', 'Demo: Lagos mainland and island', '{Lagos}', '{25000,100000,500000,2000000}',
   '{250000,450000,1500000,4000000}', '{2,4,6}', 1, 8000, true),
  ('d0000000-0000-4000-8000-000000000602', 'Demo: Lagos, far side', '{Lagos: Epe,Lagos: Badagry,Lagos: Ibeju-Lekki}',
   '{25000,100000,500000}', '{400000,700000,2200000}', '{3,6}', 2, 3000, true),
  ('d0000000-0000-4000-8000-000000000603', 'Demo: Abuja and Nasarawa', '{FCT,Nasarawa}',
   '{25000,100000,500000,2000000}', '{200000,350000,1200000,3500000}', '{1,3,5}', 1, 10000, true)
on conflict (id) do nothing;

insert into public.depots (id, name, address, state, lga, hours, weekdays, lead_days, is_demo)
values
  ('d0000000-0000-4000-8000-000000000611', 'Demo depot Lagos', '1 Demo Road, off Demo Market', 'Lagos', 'Ikeja',
   'Monday to Saturday, 8:00 to 17:00', '{1,2,3,4,5,6}', 1, true),
  ('d0000000-0000-4000-8000-000000000612', 'Demo depot Keffi', '2 Demo Street, behind the demo silo', 'Nasarawa', 'Keffi',
   'Monday to Friday, 8:00 to 16:00', '{1,2,3,4,5}', 1, true)
on conflict (id) do nothing;
