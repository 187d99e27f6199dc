-- Quotes of before named no Incoterm: it was that of their request. A quote is never changed, but for this.
ALTER TABLE public.quotes DISABLE TRIGGER USER;

UPDATE public.quotes SET incoterms = request.incoterms
FROM public.order_requests AS request
WHERE request.order_id = quotes.order_id AND quotes.incoterms IS NULL;

ALTER TABLE public.quotes ENABLE TRIGGER USER;
