CREATE TRIGGER notify_content_changed AFTER UPDATE ON private.market_limits FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
