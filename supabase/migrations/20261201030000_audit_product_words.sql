CREATE OR REPLACE FUNCTION private.after_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Asked here as well, since each row of a sale passes here and is nothing that staff did.
  if exists (select from public.user_roles where user_id = (select auth.uid())) then
    -- Name and place of a registered farmer stand in the farmer's record; the trail has the others, which staff write here.
    perform private.audit_change('products', 'staff', 'id',
      'name,category,description,farmer_id,pack_amount,pack_unit,weight_grams,vat_class,price_kobo,stock,low_stock_at,season,variety,grade,harvest,lot,state,photo_path,more_photo_paths,status,review_note'
        || case when old.farmer_id is null and new.farmer_id is null then ',farmer_name,location' else '' end, old, new);
  end if;
  if tg_op = 'DELETE' then
    perform private.forget_record_work(old.id);
  elsif (new.stock, new.price_kobo) is distinct from (old.stock, old.price_kobo) then
    perform private.record_product_numbers(old, new);
  end if;
  -- Pages are drawn again when what they show changes: not at every sale, only when the last pack goes or the first comes.
  -- 10 is fewPacks of domain/market/products.ts; unlimited is plenty.
  if (new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.weight_grams, new.price_kobo, new.season, new.variety, new.grade, new.harvest, new.lot, new.state, new.photo_path, new.more_photo_paths, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.weight_grams, old.price_kobo, old.season, old.variety, old.grade, old.harvest, old.lot, old.state, old.photo_path, old.more_photo_paths, old.status, old.rating_count, least(old.stock, 10 + 1))
  then
    perform pg_notify('content_changed', 'products');
  end if;
  return null;
end $function$;
