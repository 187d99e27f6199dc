-- Registrations that were sent again before it was kept when: what was promised counts from the last of them.
ALTER TABLE public.farmers DISABLE TRIGGER USER;
ALTER TABLE public.training_enrolments DISABLE TRIGGER USER;
ALTER TABLE public.buyers DISABLE TRIGGER USER;
ALTER TABLE public.investors DISABLE TRIGGER USER;

UPDATE public.farmers AS record SET sent_again_at = sent.created_at
FROM public.registration_submissions AS sent
WHERE sent.record_type = 'farmers' AND sent.record_id = record.id AND sent.version = record.answers_version AND sent.version > 1;

UPDATE public.training_enrolments AS record SET sent_again_at = sent.created_at
FROM public.registration_submissions AS sent
WHERE sent.record_type = 'training_enrolments' AND sent.record_id = record.id AND sent.version = record.answers_version AND sent.version > 1;

UPDATE public.buyers AS record SET sent_again_at = sent.created_at
FROM public.registration_submissions AS sent
WHERE sent.record_type = 'buyers' AND sent.record_id = record.id AND sent.version = record.answers_version AND sent.version > 1;

UPDATE public.investors AS record SET sent_again_at = sent.created_at
FROM public.registration_submissions AS sent
WHERE sent.record_type = 'investors' AND sent.record_id = record.id AND sent.version = record.answers_version AND sent.version > 1;

ALTER TABLE public.farmers ENABLE TRIGGER USER;
ALTER TABLE public.training_enrolments ENABLE TRIGGER USER;
ALTER TABLE public.buyers ENABLE TRIGGER USER;
ALTER TABLE public.investors ENABLE TRIGGER USER;
