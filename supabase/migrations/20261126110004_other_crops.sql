CREATE OR REPLACE FUNCTION private.farmer_columns(answers jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
      'crops_grown', case when private.answer(answers, 'otherCrops') is null then answers -> 'cropTypes'
        else (answers -> 'cropTypes') - 'Other' || to_jsonb(private.answer(answers, 'otherCrops')) end,
      'farming_methods', private.answer(answers, 'farmingMethods'),
      'challenges', private.answer(answers, 'challenges'),
      'goals', private.answer(answers, 'goals')
    ),
    'private', jsonb_build_object(
      'gender', private.answer(answers, 'gender'),
      'address', private.answer(answers, 'address')
    )
  )
$function$;

insert into private.registration_fields (form, field, is_secret) values ('farmer', 'otherCrops', 'false');
