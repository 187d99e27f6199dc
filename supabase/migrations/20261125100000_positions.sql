-- Seven departments with four positions each, as drafts: the first admin finds them on the desk, edits and publishes what
-- is really open. Not where somebody has written positions already.

insert into public.career_positions (id, category_id, title, level, location, description, sort_order, is_published)
select id, category_id, title, level, location, description, sort_order, false
from (values
  ('field-assistant', 'farming', 'Field Assistant', 'Entry-level', 'Keffi, Nasarawa',
   'Prepares beds, plants, weeds and harvests with a crew of eight, and writes down what was done on which plot. You learn to read a soil test and a spray label. We ask for a season on any farm, your own included.', 1),
  ('agronomist', 'farming', 'Agronomist', 'Mid-level', 'Lafia, Nasarawa',
   'Advises some sixty registered farmers on ginger, sesame and groundnut: planting dates, spacing, pests, drying. Three days a week in the field on a motorcycle, two at the desk. Needs a degree in agronomy or crop science and two full seasons of extension work.', 2),
  ('poultry-supervisor', 'farming', 'Poultry Supervisor', 'Mid-level', 'Ibadan, Oyo',
   'Runs three layer houses with their attendants: brooding, feed, vaccination, egg records, biosecurity at the gate. You know a sick bird from across the house and you say so at once. Three years with flocks of 5,000 or more.', 3),
  ('head-of-farms', 'farming', 'Head of Farms', 'Senior', 'Abuja, FCT',
   'Answers for the yield and the safety of all our own farms: plans the season, budgets inputs, brings on supervisors, reports to the board each quarter. Ten years in commercial farming, five of them over other managers.', 4),

  ('store-clerk', 'warehousing', 'Store Clerk', 'Entry-level', 'Apapa, Lagos',
   'Counts bags in and bags out, weighs, tags and stacks them, and keeps the stock card so that anybody can follow it. Careful handwriting, secondary school certificate, and the patience to count again.', 1),
  ('quality-inspector', 'warehousing', 'Quality Inspector', 'Mid-level', 'Kano, Kano',
   'Draws samples from every lot, measures moisture, foreign matter and oil content, and signs the slip that decides the price. You know the export grades of sesame and hibiscus and do not bend them. Two years in a produce laboratory or warehouse.', 2),
  ('cold-room-technician', 'warehousing', 'Cold Room Technician', 'Mid-level', 'Jos, Plateau',
   'Keeps compressors, sensors and the standby generator running, so that tomatoes leave as they came. Trade certificate in refrigeration, readiness for a night call now and then, and a logbook without gaps.', 3),
  ('warehouse-manager', 'warehousing', 'Warehouse Manager', 'Senior', 'Apapa, Lagos',
   'Leads two sites with forty people: layout, fumigation, insurance, collateral inspections by banks. Losses below half a percent are the measure. Eight years in bonded or commodity storage.', 4),

  ('trade-assistant', 'trading', 'Trade Assistant', 'Entry-level', 'Lagos, Lagos',
   'Calls buyers and sellers, takes down what they need, and keeps quotes, samples and follow-ups in order. Clear English on the phone, Hausa or Yoruba welcome. You are heard out before you are corrected.', 1),
  ('produce-buyer', 'trading', 'Produce Buyer', 'Mid-level', 'Makurdi, Benue',
   'Buys yam, soya beans and sesame at the farm gate and in the market, pays against the weight slip, and keeps the trust of aggregators from one season to the next. Three years of buying in the Middle Belt and a driving licence.', 2),
  ('key-account-manager', 'trading', 'Key Account Manager', 'Mid-level', 'Lagos, Lagos',
   'Looks after processors, supermarkets and exporters who order every month: forecasts, contracts, complaints, payment. A degree, four years in commodity or food sales, and numbers you can defend.', 3),
  ('head-of-trading', 'trading', 'Head of Trading', 'Senior', 'Lagos, Lagos',
   'Sets positions and prices across fifteen commodities within limits that the board has set, and stops when they are reached. Ten years of trading, three over a desk, and a name that farmers and buyers both know.', 4),

  ('machine-operator', 'processing', 'Machine Operator', 'Entry-level', 'Ogbomoso, Oyo',
   'Runs a line for cashew shelling or cassava grating in shifts: feeds, watches, cleans, and stops it when it sounds wrong. Technical school or a year on any factory floor. Safety shoes are ours, attention is yours.', 1),
  ('food-technologist', 'processing', 'Food Technologist', 'Mid-level', 'Abeokuta, Ogun',
   'Writes and checks the recipes of our flours, chips and spices, keeps HACCP records, and prepares NAFDAC files. Degree in food science and three years in a plant that was audited.', 2),
  ('maintenance-engineer', 'processing', 'Maintenance Engineer', 'Mid-level', 'Ogbomoso, Oyo',
   'Plans what is greased, changed and rebuilt before it breaks, and keeps spare parts where they can be found. Mechanical or electrical engineering, COREN registration under way or done, four years in a plant.', 3),
  ('plant-manager', 'processing', 'Plant Manager', 'Senior', 'Abeokuta, Ogun',
   'Runs a plant of ninety people in two shifts: output, hygiene, energy, people. The shell count and the accident count hang at the gate, and both are yours. Ten years in food processing.', 4),

  ('documentation-officer', 'export', 'Documentation Officer', 'Entry-level', 'Apapa, Lagos',
   'Prepares NXP forms, phytosanitary certificates, bills of lading and letters of credit, and finds the comma that the bank would find. A diploma in any field that taught you exactness.', 1),
  ('shipping-coordinator', 'export', 'Shipping Coordinator', 'Mid-level', 'Apapa, Lagos',
   'Books containers, watches loading, follows vessels, and tells the buyer before the buyer asks. Three years with a forwarder or shipping line, and the port''s phone numbers in your head.', 2),
  ('export-sales-manager', 'export', 'Export Sales Manager', 'Mid-level', 'Lagos, Lagos',
   'Sells cocoa, cashew, ginger and hibiscus to buyers in Europe, India and the Gulf on FOB and CIF terms. Five years of export sales, knowledge of contract rules such as FCC or CAOBISCO, and a second language if you have one.', 3),
  ('head-of-export', 'export', 'Head of International Trade', 'Senior', 'Lagos, Lagos',
   'Leads export from the contract to the last payment: sales, documents, quality claims, currency risk. Twelve years in international commodity trade and arbitration seen from the inside.', 4),

  ('research-assistant', 'research', 'Research Assistant', 'Entry-level', 'Zaria, Kaduna',
   'Lays out trial plots, measures, photographs and enters the data the same day. A degree in agriculture or biology, a steady hand and honest zeros.', 1),
  ('seed-scientist', 'research', 'Seed Scientist', 'Mid-level', 'Zaria, Kaduna',
   'Tests ginger and sesame varieties with growers and with the university, and says which of them are worth a farmer''s season. Master''s degree in plant breeding or seed science.', 2),
  ('data-analyst', 'research', 'Agricultural Data Analyst', 'Mid-level', 'Lagos, Lagos',
   'Turns weather, prices and field records into planting advice that fits into a text message. SQL and statistics, and a few weeks a year in the field so that you know what a number stands for.', 3),
  ('head-of-research', 'research', 'Head of Research', 'Senior', 'Abuja, FCT',
   'Chooses which questions we ask and which we leave, runs partnerships with institutes, publishes what did not work as well. Doctorate and ten years of applied research.', 4),

  ('inventory-clerk', 'supply-chain', 'Inventory Clerk', 'Entry-level', 'Keffi, Nasarawa',
   'Keeps the count of seed, feed, fertiliser and bags at the depot, issues them against a signed note, and reports what runs low before it is out. Secondary school certificate and a good head for numbers.', 1),
  ('fleet-coordinator', 'supply-chain', 'Fleet Coordinator', 'Mid-level', 'Lokoja, Kogi',
   'Plans eighteen trucks between farm, store and port: loads, drivers, fuel, waybills, breakdowns at two in the morning. Three years in haulage and a calm voice.', 2),
  ('demand-planner', 'supply-chain', 'Demand Planner', 'Mid-level', 'Lagos, Lagos',
   'Says how much of what will be needed where in eight weeks, and learns from being wrong. Degree with mathematics in it, four years in planning for food or consumer goods.', 3),
  ('head-of-supply-chain', 'supply-chain', 'Head of Supply Chain', 'Senior', 'Lagos, Lagos',
   'Owns the way of every bag from the gate of the farm to the gate of the buyer, and its cost. Ten years in supply chain, five of them in Nigeria, and proof that you shortened one.', 4)
) as draft (id, category_id, title, level, location, description, sort_order)
where not exists (select from public.career_positions);
