CREATE OR REPLACE FUNCTION private.guard_depot_area()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_unknown_area(new.state, new.lga, 'state', 'lga');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_zone_areas()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_unknown_area(split_part(area, ': ', 1), nullif(split_part(area, ': ', 2), ''), 'areas', 'areas')
  from unnest(new.areas) as area;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.is_plain_list(list anyarray)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_ndims(list) = 1 and array_lower(list, 1) = 1
$function$;

CREATE OR REPLACE FUNCTION private.is_price_ladder(step_grams integer[], step_kobo bigint[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(step_grams) between 1 and 20 and cardinality(step_kobo) = cardinality(step_grams)
    and private.is_plain_list(step_kobo)
    and array_position(step_grams, null) is null and array_position(step_kobo, null) is null
    and 0 < all (step_grams) and 0 <= all (step_kobo) and 100000000000 >= all (step_kobo)
    and step_grams = array(select distinct grams from unnest(step_grams) as grams order by grams)
$function$;

CREATE OR REPLACE FUNCTION private.local_governments(state text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select string_to_array(case state
    when 'Abia' then 'Aba North|Aba South|Arochukwu|Bende|Ikwuano|Isiala Ngwa North|Isiala Ngwa South|Isuikwuato|Obi Ngwa|Ohafia|Osisioma|Ugwunagbo|Ukwa East|Ukwa West|Umu Nneochi|Umuahia North|Umuahia South'
    when 'Adamawa' then 'Demsa|Fufure|Ganye|Girei|Gombi|Guyuk|Hong|Jada|Lamurde|Madagali|Maiha|Mayo Belwa|Michika|Mubi North|Mubi South|Numan|Shelleng|Song|Toungo|Yola North|Yola South'
    when 'Akwa Ibom' then 'Abak|Eastern Obolo|Eket|Esit Eket|Essien Udim|Etim Ekpo|Etinan|Ibeno|Ibesikpo Asutan|Ibiono-Ibom|Ika|Ikono|Ikot Abasi|Ikot Ekpene|Ini|Itu|Mbo|Mkpat-Enin|Nsit-Atai|Nsit-Ibom|Nsit-Ubium|Obot Akara|Okobo|Onna|Oron|Oruk Anam|Udung-Uko|Ukanafun|Uruan|Urue-Offong/Oruko|Uyo'
    when 'Anambra' then 'Aguata|Anambra East|Anambra West|Anaocha|Awka North|Awka South|Ayamelum|Dunukofia|Ekwusigo|Idemili North|Idemili South|Ihiala|Njikoka|Nnewi North|Nnewi South|Ogbaru|Onitsha North|Onitsha South|Orumba North|Orumba South|Oyi'
    when 'Bauchi' then 'Alkaleri|Bauchi|Bogoro|Damban|Darazo|Dass|Gamawa|Ganjuwa|Giade|Itas/Gadau|Jama''are|Katagum|Kirfi|Misau|Ningi|Shira|Tafawa Balewa|Toro|Warji|Zaki'
    when 'Bayelsa' then 'Brass|Ekeremor|Kolokuma/Opokuma|Nembe|Ogbia|Sagbama|Southern Ijaw|Yenagoa'
    when 'Benue' then 'Ado|Agatu|Apa|Buruku|Gboko|Guma|Gwer East|Gwer West|Katsina-Ala|Konshisha|Kwande|Logo|Makurdi|Obi|Ogbadibo|Ohimini|Oju|Okpokwu|Otukpo|Tarka|Ukum|Ushongo|Vandeikya'
    when 'Borno' then 'Abadam|Askira/Uba|Bama|Bayo|Biu|Chibok|Damboa|Dikwa|Gubio|Guzamala|Gwoza|Hawul|Jere|Kaga|Kala/Balge|Konduga|Kukawa|Kwaya Kusar|Mafa|Magumeri|Maiduguri|Marte|Mobbar|Monguno|Ngala|Nganzai|Shani'
    when 'Cross River' then 'Abi|Akamkpa|Akpabuyo|Bakassi|Bekwarra|Biase|Boki|Calabar Municipal|Calabar South|Etung|Ikom|Obanliku|Obubra|Obudu|Odukpani|Ogoja|Yakurr|Yala'
    when 'Delta' then 'Aniocha North|Aniocha South|Bomadi|Burutu|Ethiope East|Ethiope West|Ika North East|Ika South|Isoko North|Isoko South|Ndokwa East|Ndokwa West|Okpe|Oshimili North|Oshimili South|Patani|Sapele|Udu|Ughelli North|Ughelli South|Ukwuani|Uvwie|Warri North|Warri South|Warri South West'
    when 'Ebonyi' then 'Abakaliki|Afikpo North|Afikpo South|Ebonyi|Ezza North|Ezza South|Ikwo|Ishielu|Ivo|Izzi|Ohaozara|Ohaukwu|Onicha'
    when 'Edo' then 'Akoko-Edo|Egor|Esan Central|Esan North-East|Esan South-East|Esan West|Etsako Central|Etsako East|Etsako West|Igueben|Ikpoba Okha|Oredo|Orhionmwon|Ovia North-East|Ovia South-West|Owan East|Owan West|Uhunmwonde'
    when 'Ekiti' then 'Ado-Ekiti|Efon|Ekiti East|Ekiti South-West|Ekiti West|Emure|Gbonyin|Ido/Osi|Ijero|Ikere|Ikole|Ilejemeje|Irepodun/Ifelodun|Ise/Orun|Moba|Oye'
    when 'Enugu' then 'Aninri|Awgu|Enugu East|Enugu North|Enugu South|Ezeagu|Igbo Etiti|Igbo Eze North|Igbo Eze South|Isi Uzo|Nkanu East|Nkanu West|Nsukka|Oji River|Udenu|Udi|Uzo-Uwani'
    when 'Gombe' then 'Akko|Balanga|Billiri|Dukku|Funakaye|Gombe|Kaltungo|Kwami|Nafada|Shongom|Yamaltu/Deba'
    when 'Imo' then 'Aboh Mbaise|Ahiazu Mbaise|Ehime Mbano|Ezinihitte|Ideato North|Ideato South|Ihitte/Uboma|Ikeduru|Isiala Mbano|Isu|Mbaitoli|Ngor Okpala|Njaba|Nkwerre|Nwangele|Obowo|Oguta|Ohaji/Egbema|Okigwe|Orlu|Orsu|Oru East|Oru West|Owerri Municipal|Owerri North|Owerri West|Unuimo'
    when 'Jigawa' then 'Auyo|Babura|Biriniwa|Birnin Kudu|Buji|Dutse|Gagarawa|Garki|Gumel|Guri|Gwaram|Gwiwa|Hadejia|Jahun|Kafin Hausa|Kaugama|Kazaure|Kiri Kasama|Kiyawa|Maigatari|Malam Madori|Miga|Ringim|Roni|Sule Tankarkar|Taura|Yankwashi'
    when 'Kaduna' then 'Birnin Gwari|Chikun|Giwa|Igabi|Ikara|Jaba|Jema''a|Kachia|Kaduna North|Kaduna South|Kagarko|Kajuru|Kaura|Kauru|Kubau|Kudan|Lere|Makarfi|Sabon Gari|Sanga|Soba|Zangon Kataf|Zaria'
    when 'Kano' then 'Ajingi|Albasu|Bagwai|Bebeji|Bichi|Bunkure|Dala|Dambatta|Dawakin Kudu|Dawakin Tofa|Doguwa|Fagge|Gabasawa|Garko|Garun Mallam|Gaya|Gezawa|Gwale|Gwarzo|Kabo|Kano Municipal|Karaye|Kibiya|Kiru|Kumbotso|Kunchi|Kura|Madobi|Makoda|Minjibir|Nasarawa|Rano|Rimin Gado|Rogo|Shanono|Sumaila|Takai|Tarauni|Tofa|Tsanyawa|Tudun Wada|Ungogo|Warawa|Wudil'
    when 'Katsina' then 'Bakori|Batagarawa|Batsari|Baure|Bindawa|Charanchi|Dan Musa|Dandume|Danja|Daura|Dutsi|Dutsin Ma|Faskari|Funtua|Ingawa|Jibia|Kafur|Kaita|Kankara|Kankia|Katsina|Kurfi|Kusada|Mai''Adua|Malumfashi|Mani|Mashi|Matazu|Musawa|Rimi|Sabuwa|Safana|Sandamu|Zango'
    when 'Kebbi' then 'Aleiro|Arewa|Argungu|Augie|Bagudo|Birnin Kebbi|Bunza|Dandi|Danko/Wasagu|Fakai|Gwandu|Jega|Kalgo|Koko/Besse|Maiyama|Ngaski|Sakaba|Shanga|Suru|Yauri|Zuru'
    when 'Kogi' then 'Adavi|Ajaokuta|Ankpa|Bassa|Dekina|Ibaji|Idah|Igalamela Odolu|Ijumu|Kabba/Bunu|Kogi|Lokoja|Mopa Muro|Ofu|Ogori/Magongo|Okehi|Okene|Olamaboro|Omala|Yagba East|Yagba West'
    when 'Kwara' then 'Asa|Baruten|Edu|Ekiti|Ifelodun|Ilorin East|Ilorin South|Ilorin West|Irepodun|Isin|Kaiama|Moro|Offa|Oke Ero|Oyun|Pategi'
    when 'Lagos' then 'Agege|Ajeromi-Ifelodun|Alimosho|Amuwo-Odofin|Apapa|Badagry|Epe|Eti Osa|Ibeju-Lekki|Ifako-Ijaiye|Ikeja|Ikorodu|Kosofe|Lagos Island|Lagos Mainland|Mushin|Ojo|Oshodi-Isolo|Shomolu|Surulere'
    when 'Nasarawa' then 'Akwanga|Awe|Doma|Karu|Keana|Keffi|Kokona|Lafia|Nasarawa|Nasarawa Egon|Obi|Toto|Wamba'
    when 'Niger' then 'Agaie|Agwara|Bida|Borgu|Bosso|Chanchaga|Edati|Gbako|Gurara|Katcha|Kontagora|Lapai|Lavun|Magama|Mariga|Mashegu|Mokwa|Muya|Paikoro|Rafi|Rijau|Shiroro|Suleja|Tafa|Wushishi'
    when 'Ogun' then 'Abeokuta North|Abeokuta South|Ado-Odo/Ota|Ewekoro|Ifo|Ijebu East|Ijebu North|Ijebu North East|Ijebu Ode|Ikenne|Imeko Afon|Ipokia|Obafemi Owode|Odeda|Odogbolu|Ogun Waterside|Remo North|Sagamu|Yewa North|Yewa South'
    when 'Ondo' then 'Akoko North-East|Akoko North-West|Akoko South-East|Akoko South-West|Akure North|Akure South|Ese Odo|Idanre|Ifedore|Ilaje|Ile Oluji/Okeigbo|Irele|Odigbo|Okitipupa|Ondo East|Ondo West|Ose|Owo'
    when 'Osun' then 'Aiyedaade|Aiyedire|Atakunmosa East|Atakunmosa West|Boluwaduro|Boripe|Ede North|Ede South|Egbedore|Ejigbo|Ife Central|Ife East|Ife North|Ife South|Ifedayo|Ifelodun|Ila|Ilesa East|Ilesa West|Irepodun|Irewole|Isokan|Iwo|Obokun|Odo Otin|Ola Oluwa|Olorunda|Oriade|Orolu|Osogbo'
    when 'Oyo' then 'Afijio|Akinyele|Atiba|Atisbo|Egbeda|Ibadan North|Ibadan North-East|Ibadan North-West|Ibadan South-East|Ibadan South-West|Ibarapa Central|Ibarapa East|Ibarapa North|Ido|Irepo|Iseyin|Itesiwaju|Iwajowa|Kajola|Lagelu|Ogbomosho North|Ogbomosho South|Ogo Oluwa|Olorunsogo|Oluyole|Ona Ara|Orelope|Ori Ire|Oyo East|Oyo West|Saki East|Saki West|Surulere'
    when 'Plateau' then 'Barkin Ladi|Bassa|Bokkos|Jos East|Jos North|Jos South|Kanam|Kanke|Langtang North|Langtang South|Mangu|Mikang|Pankshin|Qua''an Pan|Riyom|Shendam|Wase'
    when 'Rivers' then 'Abua/Odual|Ahoada East|Ahoada West|Akuku-Toru|Andoni|Asari-Toru|Bonny|Degema|Eleme|Emuoha|Etche|Gokana|Ikwerre|Khana|Obio/Akpor|Ogba/Egbema/Ndoni|Ogu/Bolo|Okrika|Omuma|Opobo/Nkoro|Oyigbo|Port Harcourt|Tai'
    when 'Sokoto' then 'Binji|Bodinga|Dange Shuni|Gada|Goronyo|Gudu|Gwadabawa|Illela|Isa|Kebbe|Kware|Rabah|Sabon Birni|Shagari|Silame|Sokoto North|Sokoto South|Tambuwal|Tangaza|Tureta|Wamako|Wurno|Yabo'
    when 'Taraba' then 'Ardo Kola|Bali|Donga|Gashaka|Gassol|Ibi|Jalingo|Karim Lamido|Kurmi|Lau|Sardauna|Takum|Ussa|Wukari|Yorro|Zing'
    when 'Yobe' then 'Bade|Bursari|Damaturu|Fika|Fune|Geidam|Gujba|Gulani|Jakusko|Karasuwa|Machina|Nangere|Nguru|Potiskum|Tarmuwa|Yunusari|Yusufari'
    when 'Zamfara' then 'Anka|Bakura|Birnin Magaji/Kiyaw|Bukkuyum|Bungudu|Gummi|Gusau|Kaura Namoda|Maradun|Maru|Shinkafi|Talata Mafara|Tsafe|Zurmi'
    when 'FCT' then 'Abaji|Abuja Municipal|Bwari|Gwagwalada|Kuje|Kwali'
  end, '|')
$function$;

CREATE OR REPLACE FUNCTION private.needs_untied_second(recorded_by uuid, decides uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select $2 = any (tied.people) and exists (
    select from public.user_roles as holder
    join auth.users as account on account.id = holder.user_id
    where holder.user_id <> all (tied.people) and private.person_has_permission(holder.user_id, 'payments.confirm')
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now()))
  from private.related_staff($1) as tied (people)
$function$;

CREATE OR REPLACE FUNCTION private.refuse_unknown_area(state text, lga text, state_field text, lga_field text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if private.local_governments(state) is null then
    raise exception '% is no state. Write its name as in the list of states.', coalesce(state, 'Nothing')
      using errcode = '23514', hint = state_field;
  elsif lga <> all (private.local_governments(state)) then
    raise exception '% is no local government area of %.', lga, state using errcode = '23514', hint = lga_field;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.decide_money_entry(entry_id uuid, is_approved boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person_id uuid := (select auth.uid());
  current_order public.orders;
  entry private.money_entries;
begin
  -- The order first, as everybody locks it.
  current_order := private.order_for_finance((select one.order_id from private.money_entries as one where one.id = entry_id));
  select * into entry from private.money_entries where id = entry_id for update;
  if entry.decided_at is not null then
    raise exception 'Somebody else has decided on this entry. Please look again.' using errcode = 'P0002';
  elsif is_approved is null then
    raise exception 'Say yes or no' using errcode = '22004', hint = 'is_approved';
  elsif is_approved and entry.recorded_by = person_id then
    raise exception 'You entered this. Somebody else must confirm it.' using errcode = '42501', hint = 'own_entry';
  elsif is_approved and private.needs_untied_second(entry.recorded_by, person_id) then
    raise exception 'You and the person who entered this were brought in by one another, or by the same person. Somebody else must confirm it.'
      using errcode = '42501', hint = 'own_making';
  elsif is_approved and entry.kind <> 'receipt' and private.exceeds_refund_limit(person_id, entry.currency,
    entry.amount_kobo + private.gone_back_kobo(entry.order_id, entry.kind))
  then
    raise exception 'This is more than your role may pay back. Somebody with a higher limit must confirm it.'
      using errcode = '42501', hint = 'role_limit';
  end if;
  update private.money_entries set decided_by = person_id, decided_at = now(),
    outcome = case when is_approved then 'approved' else 'dropped' end
  where id = entry.id;
  if not is_approved then
    return private.describe_market_order(current_order, false);
  elsif entry.kind = 'receipt' then
    return private.book_receipt(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind in ('fee', 'write_off') then
    return private.book_remainder(current_order, entry.details, entry.recorded_by, person_id);
  elsif entry.kind = 'complaint' then
    return private.book_grant(current_order, entry.details, entry.recorded_by, person_id);
  end if;
  return private.book_refund(current_order, entry.details, entry.recorded_by, person_id);
end $function$;

CREATE TRIGGER guard_zone_areas BEFORE INSERT OR UPDATE OF areas ON public.delivery_zones FOR EACH ROW EXECUTE FUNCTION private.guard_zone_areas();

CREATE TRIGGER guard_depot_area BEFORE INSERT OR UPDATE OF state, lga ON public.depots FOR EACH ROW EXECUTE FUNCTION private.guard_depot_area();

REVOKE ALL ON FUNCTION "private"."guard_depot_area"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_zone_areas"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_plain_list"(anyarray) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_plain_list"(anyarray) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."local_governments"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."needs_untied_second"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_unknown_area"(text, text, text, text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION private.are_areas(areas text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select cardinality(areas) between 1 and 800 and private.is_plain_list(areas)
    and not exists (select from unnest(areas) as area where area is null or area !~ '^[^:]{2,60}(: [^:]{2,60})?$')
$function$;
