/** What the order form begins with: an order or a template that was chosen, or what is known of the buyer. */
import { queryOptions } from '@tanstack/react-query'
import { type FilledFrom, orderAgainWords as words } from '#domain/market/order-again-words.ts'
import { numberLines } from '#domain/market/order-request.ts'
import { type AppClient, getSupabase } from '#site/lib/supabase.ts'

export interface KnownRequest {
  answers: Readonly<Record<string, string>>
  /** The sentence that says where they come from; null: nothing is known. */
  from: string | null
  /** Chosen by the buyer: it goes before a draft that lies on the device. */
  isChosen: boolean
}

export interface Chosen {
  /** An order of one's own. */
  again: string | null
  template: string | null
}

export function knownRequestQuery(userId: string, chosen: Chosen) {
  return queryOptions({
    queryKey: ['orders', 'known-request', userId, chosen.again, chosen.template],
    async queryFn(): Promise<KnownRequest> {
      const client = await getSupabase()
      return (await readChosen(client, userId, chosen)) ?? (await readBuyer(client, userId))
    },
  })
}

const requestColumns =
  'code,crop_type,quantity_text,unit,delivery_address,special_requirements,order_requests!inner(company_name,contact_person,email,phone,address,country,payment_terms,incoterms,named_place,grade,packing,tolerance_percent,target_price,order_request_lines(position,product,quantity_text,unit)),quotes(status,payment_terms,incoterms,named_place,grade,packing,tolerance_percent,buyer_company,buyer_contact,buyer_address,buyer_country,quote_lines(position,kind,description,quantity,unit))'

/** As it was agreed, or else requested. The day that was wished for is over, and the buyer's own number belongs to that order; the rest may be wished for again. */
async function readOrder(client: AppClient, userId: string, orderId: string | null) {
  const orders = client
    .from('orders')
    .select(requestColumns)
    .eq('user_id', userId)
    .eq('kind', 'bulk')
    .eq('quotes.status', 'accepted')
  const { data, error } = orderId
    ? await orders.eq('id', orderId).maybeSingle()
    : await orders.order('created_at', { ascending: false }).limit(1).maybeSingle()
  if (error) throw error
  if (!data) return null
  const request = data.order_requests
  const [agreed] = data.quotes
  const buyer = filled({
    companyName: agreed?.buyer_company ?? request.company_name,
    contactPerson: agreed?.buyer_contact ?? request.contact_person,
    email: request.email,
    phone: request.phone,
    address: agreed?.buyer_address ?? request.address,
    country: agreed?.buyer_country ?? request.country,
    deliveryLocation: data.delivery_address,
  })
  const further = request.order_request_lines
    .toSorted((one, other) => one.position - other.position)
    .map(({ product, quantity_text, unit }) => ({ product, quantity: quantity_text, unit }))
  const first = { product: data.crop_type, quantity: data.quantity_text, unit: data.unit }
  const goods = filled({
    paymentTerms: request.payment_terms,
    incoterms: request.incoterms,
    namedPlace: request.named_place,
    grade: request.grade,
    packing: request.packing,
    tolerancePercent: request.tolerance_percent === null ? null : String(request.tolerance_percent),
    targetPrice: request.target_price,
    additionalRequirements: data.special_requirements,
    ...(agreed
      ? (await import('#domain/market/agreed-request.ts')).answerAsAgreed([first, ...further], agreed)
      : { ...first, ...numberLines(further) }),
  })
  return { code: data.code, isAgreed: Boolean(agreed), buyer, goods }
}

async function readChosen(
  client: AppClient,
  userId: string,
  { again, template }: Chosen,
): Promise<KnownRequest | null> {
  if (again) {
    const order = await readOrder(client, userId, again)
    if (!order) return null
    const answers = { ...order.buyer, ...order.goods }
    const from = order.isAgreed ? words.filledAsAgreed(order.code) : words.filledFromOrder(order.code)
    return { answers, from, isChosen: true }
  }
  if (!template) return null
  const { data, error } = await client
    .from('order_templates')
    .select('name,answers')
    .eq('id', template)
    .maybeSingle()
  if (error) throw error
  if (!data) return null
  // Saved right after an order, it has that order's number.
  const { purchaseOrderNumber: _, ...answers } = data.answers as Record<string, string>
  return { answers, from: words.filledFromTemplate(data.name), isChosen: true }
}

/** From the registration, then the last order, then the profile: the first that knows an answer gives it. */
async function readBuyer(client: AppClient, userId: string): Promise<KnownRequest> {
  const [registration, order, profile] = await Promise.all([
    client
      .from('buyers')
      .select(
        'company_name,contact_first_name,contact_last_name,contact_email,contact_phone,address,city,state,country',
      )
      .eq('user_id', userId)
      .neq('status', 'declined')
      .order('created_at', { ascending: false })
      .limit(1)
      .maybeSingle(),
    readOrder(client, userId, null),
    client.from('profiles').select('full_name,email,phone').eq('id', userId).maybeSingle(),
  ])
  const registered = registration.data
  const known: readonly [FilledFrom, Record<string, string>][] = [
    [
      'registration',
      filled({
        companyName: registered?.company_name,
        contactPerson: [registered?.contact_first_name, registered?.contact_last_name]
          .filter(Boolean)
          .join(' '),
        email: registered?.contact_email,
        phone: registered?.contact_phone,
        address: [registered?.address, registered?.city, registered?.state].filter(Boolean).join(', '),
        country: registered?.country,
      }),
    ],
    ['order', order?.buyer ?? {}],
    [
      'profile',
      filled({
        contactPerson: profile.data?.full_name,
        email: profile.data?.email,
        phone: profile.data?.phone,
      }),
    ],
  ]
  const answers: Record<string, string> = {}
  const from: FilledFrom[] = []
  for (const [source, facts] of known) {
    const added = Object.entries(facts).filter(([name]) => !answers[name])
    if (added.length > 0) from.push(source)
    Object.assign(answers, Object.fromEntries(added))
  }
  return { answers, from: from.length > 0 ? words.filledFrom(from) : null, isChosen: false }
}

function filled(facts: Record<string, string | null | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
