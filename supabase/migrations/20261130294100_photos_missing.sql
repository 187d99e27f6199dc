CREATE INDEX farmers_photo_missing_idx ON public.farmers USING btree (id) WHERE (NOT has_photo);

CREATE INDEX training_enrolments_photo_missing_idx ON public.training_enrolments USING btree (id) WHERE (NOT has_photo);

CREATE INDEX buyers_photo_missing_idx ON public.buyers USING btree (id) WHERE (NOT has_photo);
