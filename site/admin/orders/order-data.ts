/** Orders as the admin area reads them: the lists, one order, and what hangs on it. */
import { queryOptions } from '@tanstack/react-query'
import type { DocumentKind } from '#domain/market/documents.ts'
import { listMatches } from '#site/admin/records/find-records.ts'
import { readOne } from '#site/admin/records/list-records.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

const columns =
  '*,goods_may_leave,has_account,decline_obstacle,correction_waits,answer_waits,refund_to_send_kobo,told_by,to_ring,goods_obstacle,letters_of_credit(status,draft_at),profiles(email,full_name),order_requests(*,order_request_lines(position,product,quantity_text,unit)),order_contacts(name,phone,email,state,lga),order_deliveries(kind,name,address,hours,day,weight_grams,price_kobo,quoted_at,accepted_at,vat_kobo),quotes(status,currency,payment_terms,total_kobo,expires_at,window_from,window_to,created_at,counter_offers(id),quote_lines(position,kind,description,quantity,unit)),order_disputes(reason,photo_paths,resolution,created_at)' as const

const list = (of: 'orders' | 'payments' | 'quotes' | 'disputes', state: ListState) =>
  listMatches(of, state, (result) => result.select(`count,records:orders(${columns})`))

export const listOrders = (state: ListState) => list('orders', state)

/** Where money was claimed, is missing, or has to go back; another state of the money is requested by the filter. */
export const listPayments = (state: ListState) => list('payments', state)

/** Bulk orders that have no price yet. */
export const listUnquoted = (state: ListState) => list('quotes', state)

export const listDisputed = (state: ListState) => list('disputes', state)

export async function findOrder(id: string) {
  return readOne(await (await getSupabase()).from('orders').select(columns).eq('id', id).maybeSingle())
}

export type AdminOrder = Awaited<ReturnType<typeof listOrders>>['records'][number]

/** What a request asks for beside its first product. */
export const listFurther = ({ order_requests: request }: Pick<AdminOrder, 'order_requests'>) =>
  (request?.order_request_lines ?? []).toSorted((one, other) => one.position - other.position)

/** Lines, money and disputes of one order. */
export function orderDocumentsQuery(id: string) {
  return queryOptions({
    queryKey: ['orders', 'documents', id],
    queryFn: async () => {
      const client = await getSupabase()
      const { data, error } = await client
        .from('orders')
        .select(
          'id,order_items(position,product_name,farmer_name,pack_amount,pack_unit,price_kobo,quantity,total_kobo,vat_class,vat_rate_bp),payments(id,kind,amount_kobo,transfer_kobo,currency,value_date,bank_reference,created_at,corrects_id),payment_claims(id,amount_kobo,words,note,proof_path,created_at),order_events(id,axis,from_value,to_value,created_at),order_disputes(id,reason,photo_paths,resolution,resolution_note,refund_kobo,resolved_at,created_at,line_position,line_name,amount,amount_unit,wish),order_credits(id,kind,amount_kobo,created_at),order_ratings(stars,comment),quotes(id,status,currency,payment_terms,incoterms,named_place,window_from,window_to,tolerance_percent,grade,moisture_max_percent,packing,hs_code,origin,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to,total_kobo,note,expires_at,created_at,accepted_at,declined_at,decline_reason,agreed_rate,vat_class,vat_rate_bp,vat_reason,vat_lines,counter_offers(id,prices_kobo,quantities,currency,total_kobo,payment_terms,incoterms,named_place,window_from,window_to,tolerance_percent,grade,moisture_max_percent,packing,hs_code,origin,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to,note,created_at),quote_lines(*)),order_instalments(position,percent,due,amount_kobo)',
        )
        .eq('id', id)
        .order('id', { referencedTable: 'order_events' })
        .maybeSingle()
      if (error) throw error
      return data
    },
  })
}

export interface IssuedDocument {
  id: string
  kind: DocumentKind
  number: string
  issuedAt: string
  /** Why it counts no more. */
  outdated: string | null
}

/** By `standing` of public.order_documents. */
function nameStanding(kind: DocumentKind, standing: string | null): string | null {
  if (standing === 'replaced') return kind === 'receipt' ? 'corrected since' : 'replaced by a later one'
  if (standing === 'lapsed') return kind === 'invoice' ? 'taken back by a credit note' : 'out of date'
  return null
}

/** Every document that was issued for the order, the latest first. */
export function issuedDocumentsQuery(id: string) {
  return queryOptions({
    queryKey: ['orders', 'issued-documents', id],
    queryFn: async (): Promise<IssuedDocument[]> => {
      const client = await getSupabase()
      const { data } = await client
        .from('order_documents')
        .select('id,kind,number,issued_at,standing')
        .eq('order_id', id)
        .order('issued_at', { ascending: false })
        .throwOnError()
      return data.map((row) => {
        const kind = row.kind as DocumentKind
        return {
          id: row.id,
          kind,
          number: row.number,
          issuedAt: row.issued_at,
          outdated: nameStanding(kind, row.standing),
        }
      })
    },
  })
}

const othersShown = 8

/** Orders of the same account; for a guest, of the same number. */
export function otherOrdersQuery({ id, user_id, order_contacts: contact }: AdminOrder) {
  return queryOptions({
    queryKey: ['orders', 'others', id],
    queryFn: async () => {
      const orders = (await getSupabase()).from('orders')
      const columns =
        'id,code,kind,status,decline_code,created_at,total_amount_kobo,currency,quotes(status,currency,total_kobo,expires_at,counter_offers(id))' as const
      const { data, error } = await (user_id
        ? orders.select(columns).eq('user_id', user_id)
        : orders
            .select(`${columns},order_contacts!inner(phone)`)
            .eq('order_contacts.phone', contact?.phone ?? '')
      )
        .neq('id', id)
        .order('created_at', { ascending: false })
        .limit(othersShown)
      if (error) throw error
      return data
    },
  })
}

export type OrderDocuments = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof orderDocumentsQuery>['queryFn']>>>
>
