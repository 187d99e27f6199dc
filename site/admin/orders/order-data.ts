/** Orders as the admin area reads them: the lists, one order, and what hangs on it. */
import { queryOptions } from '@tanstack/react-query'
import { listMatches } from '#site/admin/records/find-records.ts'
import { readOne } from '#site/admin/records/list-records.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

const columns =
  '*,profiles(email,full_name),order_requests(*),order_contacts(name,phone,email,state,lga)' as const

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

/** Lines, money, messages and disputes of one order. */
export function orderDocumentsQuery(id: string) {
  return queryOptions({
    queryKey: ['orders', 'documents', id],
    queryFn: async () => {
      const client = await getSupabase()
      const { data, error } = await client
        .from('orders')
        .select(
          `id,
          order_items(position,product_name,farmer_name,pack_amount,pack_unit,price_kobo,quantity,total_kobo),
          payments(id,kind,amount_kobo,transfer_kobo,currency,value_date,bank_reference,created_at),
          payment_claims(id,words,note,proof_path,created_at),
          order_events(id,axis,from_value,to_value,created_at),
          order_messages(id,is_from_staff,body,created_at),
          order_disputes(id,reason,photo_paths,resolution,resolution_note,refund_kobo,resolved_at,created_at),
          quotes(id,currency,payment_terms,total_kobo,note,expires_at,status,created_at,
            quote_lines(position,description,quantity,unit,price_kobo,total_kobo)),
          order_instalments(position,percent,due,amount_kobo)`,
        )
        .eq('id', id)
        .maybeSingle()
      if (error) throw error
      return data
    },
  })
}

export type OrderDocuments = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof orderDocumentsQuery>['queryFn']>>>
>
