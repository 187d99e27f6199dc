CREATE TRIGGER notify_admin AFTER INSERT OR UPDATE OF outcome ON private.money_entries FOR EACH ROW EXECUTE FUNCTION private.notify_admin('orders');
