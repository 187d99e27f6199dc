DROP TRIGGER "notify_admin" ON "public"."products";

CREATE TRIGGER notify_admin AFTER INSERT OR DELETE OR UPDATE OF status, name, price_kobo, photo_path, more_photo_paths, farmer_id ON public.products FOR EACH ROW EXECUTE FUNCTION private.notify_admin('products', 'id');
