-- Where each form's answers go: pure data, from the names that the form uses to the columns of the record and of what
-- is kept beside it. What is not named here stays in registration_submissions alone; secrets never come here.

-- The answer as text; null where it is empty or was not given.
create function private.answer(answers jsonb, field text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select nullif(answers ->> field, '')
$$;

-- Chosen from a list, or typed: one line of text either way.
create function private.joined_answer(answers jsonb, field text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case jsonb_typeof(answers -> field)
    when 'array' then (select nullif(string_agg(value, ', ' order by place), '')
      from jsonb_array_elements_text(answers -> field) with ordinality as chosen (value, place))
    else private.answer(answers, field)
  end
$$;

create function private.farmer_columns(answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'contact_name', private.answer(answers, 'fullName'),
      'contact_email', private.answer(answers, 'email'),
      'phone', private.answer(answers, 'phoneNumber'),
      'farm_name', coalesce(private.answer(answers, 'farmName'), private.answer(answers, 'fullName') || '''s farm'),
      'farm_size_code', private.answer(answers, 'farmSize'),
      'farm_size_acres',
        '{"under-1": 0.5, "1-5": 1, "6-10": 6, "11-50": 11, "51-100": 51, "100plus": 100}'::jsonb -> (answers ->> 'farmSize'),
      'location', concat_ws(', ', private.answer(answers, 'city'), private.answer(answers, 'state')),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'farming_experience_code', private.answer(answers, 'farmingExperience'),
      'farming_experience_years',
        '{"0-1": 0, "2-5": 2, "6-10": 6, "11-20": 11, "20plus": 20}'::jsonb -> (answers ->> 'farmingExperience'),
      'crops_grown', answers -> 'cropTypes',
      'farming_methods', private.answer(answers, 'farmingMethods'),
      'challenges', private.answer(answers, 'challenges'),
      'goals', private.answer(answers, 'goals')
    ),
    'private', jsonb_build_object(
      'gender', private.answer(answers, 'gender'),
      'address', private.answer(answers, 'address')
    )
  )
$$;

create function private.training_columns(answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'contact_name', private.answer(answers, 'fullName'),
      'contact_email', private.answer(answers, 'email'),
      'phone', private.answer(answers, 'phoneNumber'),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'education_level', private.answer(answers, 'educationLevel'),
      'experience', private.answer(answers, 'experience'),
      'motivation', private.answer(answers, 'motivation'),
      'training_goals', private.answer(answers, 'trainingGoals')
    ),
    'private', jsonb_build_object(
      'gender', private.answer(answers, 'gender'),
      'address', private.answer(answers, 'address'),
      'guardian_name', private.answer(answers, 'guardianName'),
      'guardian_phone', private.answer(answers, 'guardianPhone'),
      'guardian_consent', answers -> 'guardianConsent'
    )
  )
$$;

-- A buyer has all on the record itself. One field of the corporate form holds first and last name; a name that does
-- not come apart into two of a usual length stays in the first.
create function private.buyer_columns(buyer_type text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  with named as (
    select private.answer(answers, 'contactPersonName') as whole,
      split_part(answers ->> 'contactPersonName', ' ', 1) as first,
      nullif(substr(answers ->> 'contactPersonName', strpos(answers ->> 'contactPersonName', ' ') + 1),
        answers ->> 'contactPersonName') as last
  )
  select jsonb_build_object('record', case $1
    when 'individual' then jsonb_build_object(
      'company_name', private.answer(answers, 'businessName'),
      'address', private.answer(answers, 'address'),
      'contact_first_name', private.answer(answers, 'firstName'),
      'contact_last_name', private.answer(answers, 'lastName'),
      'average_order_quantity', private.answer(answers, 'averageOrderQuantity')
    )
    else jsonb_build_object(
      'company_name', private.answer(answers, 'companyName'),
      'registration_number', private.answer(answers, 'registrationNumber'),
      'address', private.answer(answers, 'companyAddress'),
      'contact_first_name', case when char_length(first) > 1 and char_length(last) > 1 then first else left(whole, 100) end,
      'contact_last_name', case when char_length(first) > 1 and char_length(last) > 1 then last end,
      'contact_title', private.answer(answers, 'contactPersonTitle'),
      'alternative_phone', private.answer(answers, 'alternativePhone'),
      'website', private.answer(answers, 'website'),
      'annual_purchase_volume', private.answer(answers, 'annualPurchaseVolume'),
      -- Tonnes, despite the column's name (decision 46).
      'annual_revenue', '{"10-50tons": 10, "51-100tons": 51, "101-500tons": 101, "501-1000tons": 501,
        "1000plus-tons": 1000}'::jsonb -> (answers ->> 'annualPurchaseVolume'),
      'years_in_business', private.answer(answers, 'yearsInBusiness'),
      'target_markets', private.answer(answers, 'targetMarkets'),
      'quality_certifications', private.answer(answers, 'qualityCertifications'),
      'payment_terms_preference', private.answer(answers, 'paymentTermsPreference')
    )
  end || jsonb_build_object(
    'buyer_type', $1,
    'business_type', private.answer(answers, 'businessType'),
    'city', private.answer(answers, 'city'),
    'state', private.answer(answers, 'state'),
    'country', private.answer(answers, 'country'),
    'contact_email', private.answer(answers, 'email'),
    'contact_phone', private.answer(answers, 'phone'),
    'products_of_interest', private.joined_answer(answers, 'productsOfInterest'),
    'hear_about_us', private.answer(answers, 'hearAboutUs'),
    'additional_info', private.answer(answers, 'additionalInfo')
  ))
  from named
$$;

-- The range of an investment's code, [least, most]; without a most there is no upper bound (decisions 65, 71).
create function private.investment_range(investor_type text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when $1 = 'crypto' and answers ->> 'investmentAmount' = 'custom' then jsonb_build_array(
      private.answer(answers, 'customInvestmentAmount')::numeric,
      private.answer(answers, 'customInvestmentAmount')::numeric)
    else '{
      "individual": {"under-500k": [0, 500000], "500k-1m": [500000, 1000000], "1m-5m": [1000000, 5000000],
        "5m-10m": [5000000, 10000000], "above-10m": [10000000]},
      "corporate": {"under-5m": [0, 5000000], "5m-20m": [5000000, 20000000], "20m-50m": [20000000, 50000000],
        "50m-100m": [50000000, 100000000], "above-100m": [100000000]},
      "crypto": {"20-100": [20, 100], "100-500": [100, 500], "500-1000": [500, 1000], "1000-5000": [1000, 5000],
        "5000-10000": [5000, 10000], "10000-50000": [10000, 50000], "above-50000": [50000]}
    }'::jsonb #> array[$1, answers ->> 'investmentAmount']
  end
$$;

create function private.investor_columns(investor_type text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object(
      'investor_type', $1,
      'company_name', case $1 when 'corporate' then private.answer(answers, 'companyName') end,
      'contact_name', private.answer(answers, case $1 when 'corporate' then 'contactPersonName' else 'fullName' end),
      'contact_email', private.answer(answers, case $1 when 'corporate' then 'contactPersonEmail' else 'email' end),
      'contact_phone', private.answer(answers, case $1 when 'corporate' then 'contactPersonPhone' else 'phone' end),
      'investment_amount', private.answer(answers, 'investmentAmount'),
      'investment_amount_min', private.investment_range($1, answers) -> 0,
      'investment_amount_max', private.investment_range($1, answers) -> 1,
      'currency', case $1 when 'crypto' then 'SIDRA' else 'NGN' end,
      'risk_tolerance', case when $1 <> 'corporate' then private.answer(answers, 'riskTolerance') end,
      'experience_level', private.answer(answers, case $1 when 'crypto' then 'cryptoExperience' else 'investmentExperience' end),
      'crypto_experience', private.answer(answers, 'cryptoExperience'),
      'preferred_sectors', (
        select to_jsonb(array[sector])
        from private.answer(answers, case $1 when 'corporate' then 'partnershipInterest' else 'investmentInterest' end) as sector
        where sector is not null
      ),
      'investment_goals', private.answer(answers, case $1 when 'corporate' then 'businessGoals' else 'motivation' end),
      'city', private.answer(answers, 'city'),
      'state', private.answer(answers, 'state'),
      'country', private.answer(answers, 'country')
    ),
    'private', jsonb_build_object(
      'address', private.answer(answers, case $1 when 'corporate' then 'companyAddress' else 'address' end),
      'nationality', private.answer(answers, 'nationality'),
      'occupation', private.answer(answers, 'occupation'),
      'employer_name', private.answer(answers, 'employerName'),
      'annual_income', private.answer(answers, 'annualIncome'),
      'linkedin_profile', private.answer(answers, 'linkedinProfile'),
      'bank_name', private.answer(answers, 'bankName'),
      'valid_id_type', private.answer(answers, 'validIdType'),
      'previous_crypto_investments', private.answer(answers, 'previousCryptoInvestments'),
      'company_email', private.answer(answers, 'companyEmail'),
      'company_phone', private.answer(answers, 'companyPhone'),
      'website', private.answer(answers, 'website'),
      'registration_number', private.answer(answers, 'registrationNumber'),
      'tax_id', private.answer(answers, 'taxId'),
      'business_type', private.answer(answers, 'businessType'),
      'industry', private.answer(answers, 'industry'),
      'established_year', private.answer(answers, 'establishedYear'),
      'employee_count', private.answer(answers, 'employeeCount'),
      'annual_revenue', private.answer(answers, 'annualRevenue'),
      'contact_person_title', private.answer(answers, 'contactPersonTitle'),
      'partnership_type', private.answer(answers, 'partnershipType'),
      'previous_partnerships', private.answer(answers, 'previousPartnerships'),
      'additional_info', private.answer(answers, 'additionalInfo')
    )
  )
$$;

-- {record, private}: private is missing where the record has no row beside it.
create function private.registration_columns(form text, answers jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when form = 'farmer' then private.farmer_columns(answers)
    when form = 'training' then private.training_columns(answers)
    when form like 'buyer%' then private.buyer_columns(split_part(form, '_', 2), answers)
    when form like 'investor%' then private.investor_columns(split_part(form, '_', 2), answers)
  end
$$;

create function private.registration_table(form text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when form = 'farmer' then 'farmers'
    when form = 'training' then 'training_enrolments'
    when form in ('buyer_individual', 'buyer_corporate') then 'buyers'
    when form in ('investor_individual', 'investor_corporate', 'investor_crypto') then 'investors'
  end
$$;

-- The row beside a record: its table and the column that names the record.
create function private.private_table(record_type text, out name text, out key text)
language sql immutable set search_path = ''
as $$
  select case when record_type <> 'buyers' then rtrim(record_type, 's') || '_private' end,
    case when record_type <> 'buyers' then rtrim(record_type, 's') || '_id' end
$$;

-- Writes the named columns of one row. The names are those of the functions above, never of a caller.
create function private.insert_row(target text, columns jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  names text := (select string_agg(quote_ident(key), ', ' order by key) from jsonb_object_keys(columns) as key);
begin
  execute format('insert into public.%I (%s) select %s from jsonb_populate_record(null::public.%I, $1)',
    target, names, names, target) using columns;
end $$;

create function private.update_row(target text, key text, id uuid, columns jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  names text := (select string_agg(quote_ident(name), ', ' order by name) from jsonb_object_keys(columns) as name);
begin
  execute format('update public.%I set (%s) = (select %s from jsonb_populate_record(null::public.%I, $1)) where %I = $2',
    target, names, names, target, key) using columns, id;
end $$;

revoke all on function private.answer(jsonb, text), private.joined_answer(jsonb, text), private.farmer_columns(jsonb),
  private.training_columns(jsonb), private.buyer_columns(text, jsonb), private.investment_range(text, jsonb),
  private.investor_columns(text, jsonb), private.registration_columns(text, jsonb), private.registration_table(text),
  private.private_table(text), private.insert_row(text, jsonb), private.update_row(text, text, uuid, jsonb) from public;
