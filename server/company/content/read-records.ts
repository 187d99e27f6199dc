// What public pages say from records: states that are reached, and prices of the week; without anyone's number.
import type { ContentRecords, ReachedState } from '#domain/company/content.ts'
import { getLagosDay } from '#domain/dates.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'

export async function readRecords(database: Database, now: Date): Promise<ContentRecords> {
  const states = await queryAsServiceRole<ReachedState>(
    database,
    'select state, kinds from private.list_reached_states()',
  )
  const prices = await queryAsServiceRole<{ product: string; unit: string; price: string }>(
    database,
    'select product, unit, price_kobo::text as price from private.list_week_prices()',
  )
  const known = new Set(nigerianStates.map(({ value }) => value))
  return {
    states: states.rows.filter(({ state }) => known.has(state)),
    prices: prices.rows.map(({ product, unit, price }) => ({ product, unit, priceKobo: Number(price) })),
    asOf: getLagosDay(now),
  }
}
