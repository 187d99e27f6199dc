-- Kept pages say how many packs are left where they are few: they are drawn again when that number changes, and when it
-- becomes plenty. Above it a sale changes nothing on them.
drop trigger tell_product_changed on public.products;
-- 10 is fewPacks of domain/products.ts; unlimited is plenty.
create trigger tell_product_changed after update on public.products
  for each row when ((new.name, new.category, new.description, new.farmer_name, new.location, new.is_verified, new.pack_amount,
      new.pack_unit, new.price_kobo, new.season, new.state, new.photo_path, new.status, new.rating_count, least(new.stock, 10 + 1))
    is distinct from (old.name, old.category, old.description, old.farmer_name, old.location, old.is_verified, old.pack_amount,
      old.pack_unit, old.price_kobo, old.season, old.state, old.photo_path, old.status, old.rating_count, least(old.stock, 10 + 1)))
  execute function private.tell_content_changed();
