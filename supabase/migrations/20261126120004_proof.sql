ALTER TABLE "public"."company_facts" DROP CONSTRAINT "company_facts_key_known";

ALTER TABLE "public"."company_facts" DROP CONSTRAINT "company_facts_value_form";

CREATE TABLE "public"."courses" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "topic" text NOT NULL, "title" text NOT NULL, "learns" text NOT NULL, "gets" text, "place" text NOT NULL, "state" text NOT NULL, "starts_on" date NOT NULL, "ends_on" date NOT NULL, "seats" integer NOT NULL, "price_kobo" bigint NOT NULL, "languages" text NOT NULL, "trainer" text, "is_published" boolean NOT NULL DEFAULT true, "is_demo" boolean NOT NULL DEFAULT false, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "courses_ends_on_after" CHECK (((ends_on >= starts_on) AND (ends_on <= (starts_on + 366)))), CONSTRAINT "courses_gets_length" CHECK (((char_length(gets) >= 2) AND (char_length(gets) <= 500))), CONSTRAINT "courses_languages_length" CHECK (((char_length(languages) >= 2) AND (char_length(languages) <= 100))), CONSTRAINT "courses_learns_length" CHECK (((char_length(learns) >= 10) AND (char_length(learns) <= 2000))), CONSTRAINT "courses_pkey" PRIMARY KEY (id), CONSTRAINT "courses_place_length" CHECK (((char_length(place) >= 2) AND (char_length(place) <= 100))), CONSTRAINT "courses_price_kobo_range" CHECK (((price_kobo >= 0) AND (price_kobo <= '100000000000'::bigint))), CONSTRAINT "courses_seats_range" CHECK (((seats >= 1) AND (seats <= 10000))), CONSTRAINT "courses_state_known" CHECK ((state = ANY (ARRAY['Abia'::text, 'Adamawa'::text, 'Akwa Ibom'::text, 'Anambra'::text, 'Bauchi'::text, 'Bayelsa'::text, 'Benue'::text, 'Borno'::text, 'Cross River'::text, 'Delta'::text, 'Ebonyi'::text, 'Edo'::text, 'Ekiti'::text, 'Enugu'::text, 'FCT'::text, 'Gombe'::text, 'Imo'::text, 'Jigawa'::text, 'Kaduna'::text, 'Kano'::text, 'Katsina'::text, 'Kebbi'::text, 'Kogi'::text, 'Kwara'::text, 'Lagos'::text, 'Nasarawa'::text, 'Niger'::text, 'Ogun'::text, 'Ondo'::text, 'Osun'::text, 'Oyo'::text, 'Plateau'::text, 'Rivers'::text, 'Sokoto'::text, 'Taraba'::text, 'Yobe'::text, 'Zamfara'::text]))), CONSTRAINT "courses_title_length" CHECK (((char_length(title) >= 2) AND (char_length(title) <= 100))), CONSTRAINT "courses_topic_known" CHECK ((topic = ANY (ARRAY['poultry'::text, 'rural-education'::text, 'sustainable-farming'::text]))), CONSTRAINT "courses_trainer_length" CHECK (((char_length(trainer) >= 2) AND (char_length(trainer) <= 100))), CONSTRAINT "courses_gets_plain" CHECK ((gets = private.clean_text(gets))), CONSTRAINT "courses_languages_plain" CHECK ((languages = private.clean_line(languages))), CONSTRAINT "courses_learns_plain" CHECK ((learns = private.clean_text(learns))), CONSTRAINT "courses_place_plain" CHECK ((place = private.clean_line(place))), CONSTRAINT "courses_title_plain" CHECK ((title = private.clean_line(title))), CONSTRAINT "courses_trainer_plain" CHECK ((trainer = private.clean_line(trainer))));

revoke all on table public.courses from public, anon, authenticated;

ALTER TABLE "public"."courses" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."crop_seasons" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "crop" text NOT NULL, "states" text NOT NULL, "planting_from" integer NOT NULL, "planting_to" integer NOT NULL, "harvest_from" integer NOT NULL, "harvest_to" integer NOT NULL, "note" text, "source" text, "sort_order" integer NOT NULL DEFAULT 100, "is_published" boolean NOT NULL DEFAULT true, "is_demo" boolean NOT NULL DEFAULT false, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "crop_seasons_crop_length" CHECK (((char_length(crop) >= 2) AND (char_length(crop) <= 60))), CONSTRAINT "crop_seasons_harvest_from_month" CHECK (((harvest_from >= 1) AND (harvest_from <= 12))), CONSTRAINT "crop_seasons_harvest_to_month" CHECK (((harvest_to >= 1) AND (harvest_to <= 12))), CONSTRAINT "crop_seasons_note_length" CHECK (((char_length(note) >= 2) AND (char_length(note) <= 300))), CONSTRAINT "crop_seasons_pkey" PRIMARY KEY (id), CONSTRAINT "crop_seasons_planting_from_month" CHECK (((planting_from >= 1) AND (planting_from <= 12))), CONSTRAINT "crop_seasons_planting_to_month" CHECK (((planting_to >= 1) AND (planting_to <= 12))), CONSTRAINT "crop_seasons_source_length" CHECK (((char_length(source) >= 2) AND (char_length(source) <= 300))), CONSTRAINT "crop_seasons_states_length" CHECK (((char_length(states) >= 2) AND (char_length(states) <= 300))), CONSTRAINT "crop_seasons_crop_plain" CHECK ((crop = private.clean_line(crop))), CONSTRAINT "crop_seasons_note_plain" CHECK ((note = private.clean_line(note))), CONSTRAINT "crop_seasons_source_plain" CHECK ((source = private.clean_line(source))), CONSTRAINT "crop_seasons_states_plain" CHECK ((states = private.clean_line(states))));

revoke all on table public.crop_seasons from public, anon, authenticated;

ALTER TABLE "public"."crop_seasons" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."page_facts" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "page" text NOT NULL, "heading" text NOT NULL, "label" text NOT NULL, "value" text NOT NULL, "source" text, "as_of" date, "sort_order" integer NOT NULL DEFAULT 100, "is_published" boolean NOT NULL DEFAULT true, "is_demo" boolean NOT NULL DEFAULT false, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "page_facts_heading_length" CHECK (((char_length(heading) >= 2) AND (char_length(heading) <= 100))), CONSTRAINT "page_facts_label_length" CHECK (((char_length(label) >= 1) AND (char_length(label) <= 100))), CONSTRAINT "page_facts_page_known" CHECK ((page = ANY (ARRAY['agriculture'::text, 'sustainable-farming'::text, 'rural-education'::text, 'poultry-development'::text, 'poultry-training'::text, 'real-estate-construction'::text, 'general-contract'::text, 'company-representation'::text, 'franchise-partnership'::text, 'board'::text, 'contact'::text]))), CONSTRAINT "page_facts_pkey" PRIMARY KEY (id), CONSTRAINT "page_facts_source_length" CHECK (((char_length(source) >= 1) AND (char_length(source) <= 300))), CONSTRAINT "page_facts_value_length" CHECK (((char_length(value) >= 1) AND (char_length(value) <= 300))), CONSTRAINT "page_facts_heading_plain" CHECK ((heading = private.clean_line(heading))), CONSTRAINT "page_facts_label_plain" CHECK ((label = private.clean_line(label))), CONSTRAINT "page_facts_source_plain" CHECK ((source = private.clean_line(source))), CONSTRAINT "page_facts_value_plain" CHECK ((value = private.clean_line(value))));

revoke all on table public.page_facts from public, anon, authenticated;

ALTER TABLE "public"."page_facts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."photographs" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "page" text NOT NULL, "image" text NOT NULL, "caption" text NOT NULL, "place" text NOT NULL, "taken_on" date NOT NULL, "sort_order" integer NOT NULL DEFAULT 100, "is_published" boolean NOT NULL DEFAULT true, "is_demo" boolean NOT NULL DEFAULT false, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "photographs_caption_length" CHECK (((char_length(caption) >= 2) AND (char_length(caption) <= 200))), CONSTRAINT "photographs_image_form" CHECK ((image ~ '^/[A-Za-z0-9][A-Za-z0-9/_.-]{0,198}$'::text)), CONSTRAINT "photographs_page_known" CHECK ((page = ANY (ARRAY['agriculture'::text, 'sustainable-farming'::text, 'rural-education'::text, 'poultry-development'::text, 'poultry-training'::text, 'real-estate-construction'::text, 'general-contract'::text, 'company-representation'::text, 'franchise-partnership'::text, 'board'::text, 'contact'::text]))), CONSTRAINT "photographs_pkey" PRIMARY KEY (id), CONSTRAINT "photographs_place_length" CHECK (((char_length(place) >= 2) AND (char_length(place) <= 100))), CONSTRAINT "photographs_caption_plain" CHECK ((caption = private.clean_line(caption))), CONSTRAINT "photographs_place_plain" CHECK ((place = private.clean_line(place))));

revoke all on table public.photographs from public, anon, authenticated;

ALTER TABLE "public"."photographs" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."projects" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "kind" text NOT NULL, "title" text NOT NULL, "place" text NOT NULL, "state" text NOT NULL, "year" integer NOT NULL, "progress" text NOT NULL, "description" text NOT NULL, "image" text, "image_caption" text, "sort_order" integer NOT NULL DEFAULT 100, "is_published" boolean NOT NULL DEFAULT true, "is_demo" boolean NOT NULL DEFAULT false, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "projects_description_length" CHECK (((char_length(description) >= 10) AND (char_length(description) <= 2000))), CONSTRAINT "projects_image_caption_belongs" CHECK (((image IS NULL) OR (image_caption IS NOT NULL))), CONSTRAINT "projects_image_caption_length" CHECK (((char_length(image_caption) >= 2) AND (char_length(image_caption) <= 200))), CONSTRAINT "projects_image_form" CHECK ((image ~ '^/[A-Za-z0-9][A-Za-z0-9/_.-]{0,198}$'::text)), CONSTRAINT "projects_kind_known" CHECK ((kind = ANY (ARRAY['farming'::text, 'construction'::text, 'contract'::text, 'representation'::text]))), CONSTRAINT "projects_pkey" PRIMARY KEY (id), CONSTRAINT "projects_place_length" CHECK (((char_length(place) >= 2) AND (char_length(place) <= 100))), CONSTRAINT "projects_progress_known" CHECK ((progress = ANY (ARRAY['planned'::text, 'at work'::text, 'finished'::text]))), CONSTRAINT "projects_state_known" CHECK ((state = ANY (ARRAY['Abia'::text, 'Adamawa'::text, 'Akwa Ibom'::text, 'Anambra'::text, 'Bauchi'::text, 'Bayelsa'::text, 'Benue'::text, 'Borno'::text, 'Cross River'::text, 'Delta'::text, 'Ebonyi'::text, 'Edo'::text, 'Ekiti'::text, 'Enugu'::text, 'FCT'::text, 'Gombe'::text, 'Imo'::text, 'Jigawa'::text, 'Kaduna'::text, 'Kano'::text, 'Katsina'::text, 'Kebbi'::text, 'Kogi'::text, 'Kwara'::text, 'Lagos'::text, 'Nasarawa'::text, 'Niger'::text, 'Ogun'::text, 'Ondo'::text, 'Osun'::text, 'Oyo'::text, 'Plateau'::text, 'Rivers'::text, 'Sokoto'::text, 'Taraba'::text, 'Yobe'::text, 'Zamfara'::text]))), CONSTRAINT "projects_title_length" CHECK (((char_length(title) >= 2) AND (char_length(title) <= 100))), CONSTRAINT "projects_year_range" CHECK (((year >= 1960) AND (year <= 2100))), CONSTRAINT "projects_description_plain" CHECK ((description = private.clean_text(description))), CONSTRAINT "projects_image_caption_plain" CHECK ((image_caption = private.clean_line(image_caption))), CONSTRAINT "projects_place_plain" CHECK ((place = private.clean_line(place))), CONSTRAINT "projects_title_plain" CHECK ((title = private.clean_line(title))));

revoke all on table public.projects from public, anon, authenticated;

ALTER TABLE "public"."projects" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."stories" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "page" text NOT NULL, "title" text NOT NULL, "text" text NOT NULL, "place" text NOT NULL, "happened_on" date NOT NULL, "figures" text, "sort_order" integer NOT NULL DEFAULT 100, "is_published" boolean NOT NULL DEFAULT true, "is_demo" boolean NOT NULL DEFAULT false, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "stories_figures_form" CHECK ((figures ~ '^[^|\n]{1,20} \| [^|\n]{1,80} \| [^|\n]{1,200}(\n[^|\n]{1,20} \| [^|\n]{1,80} \| [^|\n]{1,200}){0,3}$'::text)), CONSTRAINT "stories_page_known" CHECK ((page = ANY (ARRAY['agriculture'::text, 'sustainable-farming'::text, 'rural-education'::text, 'poultry-development'::text, 'poultry-training'::text, 'real-estate-construction'::text, 'general-contract'::text, 'company-representation'::text, 'franchise-partnership'::text, 'board'::text, 'contact'::text]))), CONSTRAINT "stories_pkey" PRIMARY KEY (id), CONSTRAINT "stories_place_length" CHECK (((char_length(place) >= 2) AND (char_length(place) <= 100))), CONSTRAINT "stories_text_length" CHECK (((char_length(text) >= 10) AND (char_length(text) <= 3000))), CONSTRAINT "stories_title_length" CHECK (((char_length(title) >= 2) AND (char_length(title) <= 120))), CONSTRAINT "stories_figures_plain" CHECK ((figures = private.clean_text(figures))), CONSTRAINT "stories_place_plain" CHECK ((place = private.clean_line(place))), CONSTRAINT "stories_text_plain" CHECK ((text = private.clean_text(text))), CONSTRAINT "stories_title_plain" CHECK ((title = private.clean_line(title))));

revoke all on table public.stories from public, anon, authenticated;

ALTER TABLE "public"."stories" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.apply_rows(changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change jsonb;
  verb text;
  target text;
  new_values jsonb;
  contact jsonb;
  columns text;
  condition text;
  changed_row jsonb;
  touched bigint;
begin
  for change in select * from jsonb_array_elements(changes) loop
    target := change ->> 'table';
    verb := coalesce(change ->> 'verb', '');
    if target is null or target not in ('company_facts', 'impact_figures', 'board_members', 'career_categories',
      'career_positions', 'page_actions', 'courses', 'crop_seasons', 'projects', 'stories', 'photographs', 'page_facts')
    then
      raise exception 'Drafts do not change %', coalesce(target, 'this') using errcode = '23514', hint = 'changes';
    elsif target = 'company_facts' then
      perform private.require_strong_right('settings.write');
    end if;
    new_values := coalesce(change -> 'values', '{}');
    contact := null;
    if target = 'board_members' then
      select jsonb_object_agg(key, value) into contact
      from jsonb_each(new_values) where key in ('email', 'phone', 'public_contact');
      new_values := new_values - array['email', 'phone', 'public_contact'];
    end if;
    select string_agg(quote_ident(key), ', ' order by key) into columns from jsonb_object_keys(new_values) as key;
    select string_agg(format('t.%1$I = (jsonb_populate_record(null::public.%2$I, $2)).%1$I', key, target), ' and ') into condition
    from jsonb_object_keys(coalesce(change -> 'key', '{}')) as key;
    if verb not in ('insert', 'update', 'delete') or (verb <> 'insert' and condition is null)
      or (verb = 'insert' and columns is null) or (verb = 'update' and columns is null and contact is null)
    then
      raise exception 'A change names its row and its values' using errcode = '23514', hint = 'changes';
    end if;
    execute format(case
      when verb = 'insert' then
        'insert into public.%1$I as t (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) where $2 is null or true'
      when verb = 'delete' then 'delete from public.%1$I as t where %3$s and ($1 is null or true)'
      -- Only how to reach them: the row is touched, so that it is there and the caller's to change.
      when columns is null then 'update public.%1$I as t set name = t.name where %3$s and ($1 is null or true)'
      else 'update public.%1$I as t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where %3$s'
    end || ' returning to_jsonb(t)', target, columns, condition) into changed_row using new_values, change -> 'key';
    get diagnostics touched = row_count;
    if touched <> 1 then
      raise exception 'What the draft changes in % is not there any more, or not yours to change', target
        using errcode = 'PT409', hint = target;
    elsif contact is not null and verb <> 'delete' then
      perform private.save_board_contact((changed_row ->> 'id')::integer, contact);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.find_orphan_board_photos(max_rows integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select object.name from storage.objects as object
  where object.bucket_id = 'board-photos' and object.created_at < now() - interval '7 days'
    and not exists (select from public.board_members as member
      where member.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.projects as project
      where project.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.photographs as photograph
      where photograph.image = '/storage/v1/object/public/board-photos/' || object.name)
    and not exists (select from public.content_drafts as draft
      where draft.published_at is null and strpos(draft.changes::text, object.name) > 0)
  order by object.name limit max_rows
$function$;

CREATE OR REPLACE FUNCTION private.has_demo_rows()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.orders where is_demo)
    or exists (select from public.products where is_demo)
    or exists (select from public.farmers where is_demo)
    or exists (select from public.training_enrolments where is_demo)
    or exists (select from public.buyers where is_demo)
    or exists (select from public.investors where is_demo)
    or exists (select from public.company_facts where is_demo)
    or exists (select from public.impact_figures where is_demo)
    or exists (select from public.board_members where is_demo)
    or exists (select from public.career_positions where is_demo)
    or exists (select from public.courses where is_demo)
    or exists (select from public.crop_seasons where is_demo)
    or exists (select from public.projects where is_demo)
    or exists (select from public.stories where is_demo)
    or exists (select from public.photographs where is_demo)
    or exists (select from public.page_facts where is_demo)
    or exists (select from public.settlement_accounts where is_demo)
    or exists (select from public.partnership_applications where is_demo)
    or exists (select from public.contact_messages where is_demo)
    or exists (select from public.job_applications where is_demo)
$function$;

CREATE OR REPLACE FUNCTION private.list_reached_states()
 RETURNS TABLE(state text, kinds text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with reached as (
    select farmer.state, 'farmers' as kind from public.farmers as farmer
    where farmer.status = 'approved' and not farmer.is_demo
    group by farmer.state having count(distinct coalesce(farmer.phone, farmer.id::text)) >= 3
    union
    select enrolment.state, 'trainees' as kind from public.training_enrolments as enrolment
    where enrolment.status = 'approved' and not enrolment.is_demo
    group by enrolment.state having count(distinct enrolment.phone) >= 3
    union
    select contact.state, 'deliveries' as kind from public.orders
    join public.order_contacts as contact on contact.order_id = orders.id
    where orders.status = 'completed' and not orders.is_demo
    group by contact.state having count(distinct contact.phone) >= 3
    union
    select course.state, 'courses' as kind from public.courses as course
    where course.is_published and not course.is_demo
  )
  select reached.state, array_agg(reached.kind order by reached.kind) from reached
  where reached.state is not null
  group by reached.state order by reached.state
$function$;

CREATE OR REPLACE FUNCTION private.list_week_prices()
 RETURNS TABLE(product text, unit text, price_kobo bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sales as (
    select item.product_name as product, item.pack_unit as unit, item.price_kobo / item.pack_amount as price,
      orders.user_id, contact.phone
    from public.orders
    join public.order_contacts as contact on contact.order_id = orders.id
    join public.order_items as item on item.order_id = orders.id
    join public.products as product on product.id = item.product_id and not product.is_demo
    where orders.kind = 'marketplace' and orders.currency = 'NGN' and not orders.is_demo
      and orders.status <> 'declined' and orders.payment_status in ('confirmed', 'overpaid')
      -- Nobody pays so late: it spares a look at orders of years.
      and orders.created_at > now() - interval '60 days'
      and exists (select from public.order_events as event where event.order_id = orders.id and event.axis = 'payment'
        and event.to_value in ('confirmed', 'overpaid') and event.created_at > now() - interval '7 days')
  )
  select sales.product, sales.unit, round(percentile_cont(0.5) within group (order by sales.price))::bigint
  from sales
  group by sales.product, sales.unit
  having count(*) >= 5 and least(count(distinct sales.phone), count(distinct coalesce(sales.user_id::text, sales.phone))) >= 3
  order by sales.product, sales.unit
$function$;

ALTER TABLE "public"."company_facts" ADD CONSTRAINT "company_facts_key_known" CHECK ((key = ANY (ARRAY['company_name'::text, 'logo'::text, 'blurb'::text, 'head_office'::text, 'branch_office'::text, 'phone_primary'::text, 'phone_secondary'::text, 'email'::text, 'hr_email'::text, 'chat_number'::text, 'facebook'::text, 'twitter'::text, 'instagram'::text, 'linkedin'::text, 'youtube'::text, 'crypto_licence_reference'::text, 'registration_number'::text, 'tax_number'::text, 'legal_name'::text, 'head_office_street'::text, 'branch_office_street'::text, 'data_protection_contact'::text, 'data_protection_email'::text])));

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.courses FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', '*');

CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.courses FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.courses FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.crop_seasons FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', '*');

CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.crop_seasons FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.crop_seasons FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.page_facts FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', '*');

CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.page_facts FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.page_facts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.photographs FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', '*');

CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.photographs FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.photographs FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', '*');

CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.projects FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER audit_change AFTER INSERT OR DELETE OR UPDATE ON public.stories FOR EACH ROW EXECUTE FUNCTION private.audit_change('staff', 'id', '*');

CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.stories FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();

CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.stories FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE POLICY "Members read published courses, and staff who may, drafts" ON "public"."courses" FOR SELECT TO "authenticated" USING ((is_published OR ( SELECT private.has_permission('content.write'::text) AS has_permission)));

CREATE POLICY "Staff who may add courses" ON "public"."courses" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may change courses" ON "public"."courses" FOR UPDATE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission)) WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may remove courses" ON "public"."courses" FOR DELETE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Visitors read published courses" ON "public"."courses" FOR SELECT TO "anon" USING (is_published);

CREATE POLICY "Members read published seasons, and staff who may, drafts" ON "public"."crop_seasons" FOR SELECT TO "authenticated" USING ((is_published OR ( SELECT private.has_permission('content.write'::text) AS has_permission)));

CREATE POLICY "Staff who may add seasons" ON "public"."crop_seasons" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may change seasons" ON "public"."crop_seasons" FOR UPDATE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission)) WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may remove seasons" ON "public"."crop_seasons" FOR DELETE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Visitors read published seasons" ON "public"."crop_seasons" FOR SELECT TO "anon" USING (is_published);

CREATE POLICY "Members read published facts of pages, and staff who may, draft" ON "public"."page_facts" FOR SELECT TO "authenticated" USING ((is_published OR ( SELECT private.has_permission('content.write'::text) AS has_permission)));

CREATE POLICY "Staff who may add facts of pages" ON "public"."page_facts" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may change facts of pages" ON "public"."page_facts" FOR UPDATE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission)) WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may remove facts of pages" ON "public"."page_facts" FOR DELETE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Visitors read published facts of pages" ON "public"."page_facts" FOR SELECT TO "anon" USING (is_published);

CREATE POLICY "Members read published photographs, and staff who may, drafts" ON "public"."photographs" FOR SELECT TO "authenticated" USING ((is_published OR ( SELECT private.has_permission('content.write'::text) AS has_permission)));

CREATE POLICY "Staff who may add photographs" ON "public"."photographs" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may change photographs" ON "public"."photographs" FOR UPDATE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission)) WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may remove photographs" ON "public"."photographs" FOR DELETE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Visitors read published photographs" ON "public"."photographs" FOR SELECT TO "anon" USING (is_published);

CREATE POLICY "Members read published projects, and staff who may, drafts" ON "public"."projects" FOR SELECT TO "authenticated" USING ((is_published OR ( SELECT private.has_permission('content.write'::text) AS has_permission)));

CREATE POLICY "Staff who may add projects" ON "public"."projects" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may change projects" ON "public"."projects" FOR UPDATE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission)) WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may remove projects" ON "public"."projects" FOR DELETE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Visitors read published projects" ON "public"."projects" FOR SELECT TO "anon" USING (is_published);

CREATE POLICY "Members read published stories, and staff who may, drafts" ON "public"."stories" FOR SELECT TO "authenticated" USING ((is_published OR ( SELECT private.has_permission('content.write'::text) AS has_permission)));

CREATE POLICY "Staff who may add stories" ON "public"."stories" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may change stories" ON "public"."stories" FOR UPDATE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission)) WITH CHECK (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Staff who may remove stories" ON "public"."stories" FOR DELETE TO "authenticated" USING (( SELECT private.has_permission('content.write'::text) AS has_permission));

CREATE POLICY "Visitors read published stories" ON "public"."stories" FOR SELECT TO "anon" USING (is_published);

COMMENT ON COLUMN "public"."courses"."ends_on" IS 'From the day after it, no page shows the course.';

COMMENT ON COLUMN "public"."courses"."price_kobo" IS 'For one person; 0: free of charge.';

COMMENT ON COLUMN "public"."crop_seasons"."planting_to" IS 'A month before planting_from: the time runs over the end of the year.';

COMMENT ON COLUMN "public"."photographs"."image" IS 'Stored as the portraits of the board are: drawn again, without what was hidden in the file.';

COMMENT ON COLUMN "public"."projects"."image" IS 'A plan or a photograph, stored as the portraits of the board are.';

COMMENT ON COLUMN "public"."projects"."kind" IS 'Says which page shows it.';

COMMENT ON COLUMN "public"."stories"."figures" IS 'At most four lines, each: value | what it counts | where it comes from.';

REVOKE ALL ON FUNCTION "private"."list_reached_states"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_reached_states"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_week_prices"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_week_prices"() TO "service_role";

GRANT SELECT ON TABLE "public"."courses" TO "anon";

GRANT INSERT ("ends_on"), UPDATE ("ends_on") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("gets"), UPDATE ("gets") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("is_demo"), UPDATE ("is_demo") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("is_published"), UPDATE ("is_published") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("languages"), UPDATE ("languages") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("learns"), UPDATE ("learns") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("place"), UPDATE ("place") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("price_kobo"), UPDATE ("price_kobo") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("seats"), UPDATE ("seats") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("starts_on"), UPDATE ("starts_on") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("state"), UPDATE ("state") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("topic"), UPDATE ("topic") ON TABLE "public"."courses" TO "authenticated";

GRANT INSERT ("trainer"), UPDATE ("trainer") ON TABLE "public"."courses" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."courses" TO "authenticated";

GRANT SELECT ON TABLE "public"."crop_seasons" TO "anon";

GRANT INSERT ("crop"), UPDATE ("crop") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("harvest_from"), UPDATE ("harvest_from") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("harvest_to"), UPDATE ("harvest_to") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("is_demo"), UPDATE ("is_demo") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("is_published"), UPDATE ("is_published") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("note"), UPDATE ("note") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("planting_from"), UPDATE ("planting_from") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("planting_to"), UPDATE ("planting_to") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("sort_order"), UPDATE ("sort_order") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("source"), UPDATE ("source") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT INSERT ("states"), UPDATE ("states") ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."crop_seasons" TO "authenticated";

GRANT SELECT ON TABLE "public"."page_facts" TO "anon";

GRANT INSERT ("as_of"), UPDATE ("as_of") ON TABLE "public"."page_facts" TO "authenticated";

GRANT INSERT ("heading"), UPDATE ("heading") ON TABLE "public"."page_facts" TO "authenticated";

GRANT INSERT ("is_demo"), UPDATE ("is_demo") ON TABLE "public"."page_facts" TO "authenticated";

GRANT INSERT ("is_published"), UPDATE ("is_published") ON TABLE "public"."page_facts" TO "authenticated";

GRANT INSERT ("label"), UPDATE ("label") ON TABLE "public"."page_facts" TO "authenticated";

GRANT INSERT ("page"), UPDATE ("page") ON TABLE "public"."page_facts" TO "authenticated";

GRANT INSERT ("sort_order"), UPDATE ("sort_order") ON TABLE "public"."page_facts" TO "authenticated";

GRANT INSERT ("source"), UPDATE ("source") ON TABLE "public"."page_facts" TO "authenticated";

GRANT INSERT ("value"), UPDATE ("value") ON TABLE "public"."page_facts" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."page_facts" TO "authenticated";

GRANT SELECT ON TABLE "public"."photographs" TO "anon";

GRANT INSERT ("caption"), UPDATE ("caption") ON TABLE "public"."photographs" TO "authenticated";

GRANT INSERT ("image"), UPDATE ("image") ON TABLE "public"."photographs" TO "authenticated";

GRANT INSERT ("is_demo"), UPDATE ("is_demo") ON TABLE "public"."photographs" TO "authenticated";

GRANT INSERT ("is_published"), UPDATE ("is_published") ON TABLE "public"."photographs" TO "authenticated";

GRANT INSERT ("page"), UPDATE ("page") ON TABLE "public"."photographs" TO "authenticated";

GRANT INSERT ("place"), UPDATE ("place") ON TABLE "public"."photographs" TO "authenticated";

GRANT INSERT ("sort_order"), UPDATE ("sort_order") ON TABLE "public"."photographs" TO "authenticated";

GRANT INSERT ("taken_on"), UPDATE ("taken_on") ON TABLE "public"."photographs" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."photographs" TO "authenticated";

GRANT SELECT ON TABLE "public"."projects" TO "anon";

GRANT INSERT ("description"), UPDATE ("description") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("image_caption"), UPDATE ("image_caption") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("image"), UPDATE ("image") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("is_demo"), UPDATE ("is_demo") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("is_published"), UPDATE ("is_published") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("kind"), UPDATE ("kind") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("place"), UPDATE ("place") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("progress"), UPDATE ("progress") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("sort_order"), UPDATE ("sort_order") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("state"), UPDATE ("state") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."projects" TO "authenticated";

GRANT INSERT ("year"), UPDATE ("year") ON TABLE "public"."projects" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."projects" TO "authenticated";

GRANT SELECT ON TABLE "public"."stories" TO "anon";

GRANT INSERT ("figures"), UPDATE ("figures") ON TABLE "public"."stories" TO "authenticated";

GRANT INSERT ("happened_on"), UPDATE ("happened_on") ON TABLE "public"."stories" TO "authenticated";

GRANT INSERT ("is_demo"), UPDATE ("is_demo") ON TABLE "public"."stories" TO "authenticated";

GRANT INSERT ("is_published"), UPDATE ("is_published") ON TABLE "public"."stories" TO "authenticated";

GRANT INSERT ("page"), UPDATE ("page") ON TABLE "public"."stories" TO "authenticated";

GRANT INSERT ("place"), UPDATE ("place") ON TABLE "public"."stories" TO "authenticated";

GRANT INSERT ("sort_order"), UPDATE ("sort_order") ON TABLE "public"."stories" TO "authenticated";

GRANT INSERT ("text"), UPDATE ("text") ON TABLE "public"."stories" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "public"."stories" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."stories" TO "authenticated";

ALTER TABLE "public"."company_facts" ADD CONSTRAINT "company_facts_value_form" CHECK (
CASE
    WHEN (key = ANY (ARRAY['email'::text, 'hr_email'::text, 'data_protection_email'::text])) THEN private.is_email(value)
    WHEN (key = ANY (ARRAY['phone_primary'::text, 'phone_secondary'::text, 'chat_number'::text])) THEN (private.phone_problem(value) IS NULL)
    WHEN (key = ANY (ARRAY['facebook'::text, 'twitter'::text, 'instagram'::text, 'linkedin'::text, 'youtube'::text])) THEN (value ~ '^https://[^[:space:]"<>]+$'::text)
    WHEN (key = 'logo'::text) THEN (value ~ '^/[A-Za-z0-9][A-Za-z0-9/_.-]*$'::text)
    ELSE true
END);

revoke all on sequence courses_id_seq from public, anon, authenticated, service_role;

grant select, update, usage on sequence courses_id_seq to service_role;

revoke all on sequence crop_seasons_id_seq from public, anon, authenticated, service_role;

grant select, update, usage on sequence crop_seasons_id_seq to service_role;

revoke all on sequence page_facts_id_seq from public, anon, authenticated, service_role;

grant select, update, usage on sequence page_facts_id_seq to service_role;

revoke all on sequence photographs_id_seq from public, anon, authenticated, service_role;

grant select, update, usage on sequence photographs_id_seq to service_role;

revoke all on sequence projects_id_seq from public, anon, authenticated, service_role;

grant select, update, usage on sequence projects_id_seq to service_role;

revoke all on sequence stories_id_seq from public, anon, authenticated, service_role;

grant select, update, usage on sequence stories_id_seq to service_role;

insert into public.company_facts (key, value, is_demo) values ('branch_office_street', null, 'false');

insert into public.company_facts (key, value, is_demo) values ('data_protection_contact', null, 'false');

insert into public.company_facts (key, value, is_demo) values ('data_protection_email', null, 'false');

insert into public.company_facts (key, value, is_demo) values ('head_office_street', null, 'false');

insert into public.company_facts (key, value, is_demo) values ('legal_name', null, 'false');
