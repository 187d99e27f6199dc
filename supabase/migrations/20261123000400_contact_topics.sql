-- A topic that no page offers any more. What was sent under it is a general question.
update public.contact_messages set topic = 'general' where topic = 'chat';
alter table public.contact_messages drop constraint contact_messages_topic_known,
  add constraint contact_messages_topic_known check (topic in ('general', 'hr'));
update private.field_rules set options = array['general', 'hr'] where form = 'contact' and field = 'topic';
