/** Delivery zones: places, prices by weight, days, and how much one day takes. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryPageWords as words } from '#domain/market/delivery-admin-words.ts'
import {
  describeAreas,
  describeDays,
  describePrices,
  readZone,
  writePrices,
  writeWeekdays,
  zoneWords,
} from '#domain/market/delivery-zones.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { TextArea, TextInput } from '#site/ui/inputs.tsx'
import { localGovernmentsQuery } from './local-governments-query.ts'
import { RowForm, RowList } from './row-editor.tsx'

const zonesQuery = queryOptions({
  queryKey: ['delivery_zones'],
  async queryFn() {
    const { data, error } = await (await getSupabase())
      .from('delivery_zones')
      .select(
        'id,name,areas,step_grams,step_kobo,weekdays,cutoff_days,capacity_kg,capacity_orders,is_active,updated_at',
      )
      .order('name')
    if (error) throw error
    return data
  },
})

export function Zones() {
  const query = useQuery(zonesQuery)
  return (
    <RowList
      table="delivery_zones"
      words={words.zones}
      query={query}
      describe={(zone) => [describeAreas(zone.areas), describeDays(zone), describePrices(zone)]}
      renderForm={(zone) => <ZoneForm zone={zone ?? null} />}
    />
  )
}

/** All areas of the country, one on a line, need some 16,000. */
const maxLength = 20_000

/** What stands in a box is seen without scrolling in it, as far as that is a screen. */
const rowsOf = (text: string) => Math.min(12, Math.max(4, text.split('\n').length))

type StoredZone = Awaited<ReturnType<NonNullable<(typeof zonesQuery)['queryFn']>>>[number]

function ZoneForm({ zone }: { zone: StoredZone | null }) {
  const areas = useQuery(localGovernmentsQuery)
  return (
    <QueryState query={areas} errorText={words.zones.failed}>
      {({ listLocalGovernments }) => (
        <RowForm
          table="delivery_zones"
          row={zone}
          fields={zoneWords}
          begin={(seen) => ({
            name: seen?.name ?? '',
            weekdays: seen ? writeWeekdays(seen.weekdays) : '',
            areas: seen?.areas.join('\n') ?? '',
            prices: seen ? writePrices(seen) : '',
            cutoff: String(seen?.cutoff_days ?? 1),
            capacityKg: String(seen?.capacity_kg ?? ''),
            capacityOrders: String(seen?.capacity_orders ?? ''),
          })}
          renderInput={(name, defaultValue) =>
            name === 'areas' || name === 'prices' ? (
              <TextArea
                name={name}
                rows={rowsOf(defaultValue)}
                defaultValue={defaultValue}
                maxLength={maxLength}
              />
            ) : (
              <TextInput name={name} defaultValue={defaultValue} maxLength={100} />
            )
          }
          read={(typed, refuse) => readZone(typed, refuse, listLocalGovernments)}
          add={(client, row) => client.from('delivery_zones').insert(row)}
          change={(client, row, { id, updated_at }) =>
            client.from('delivery_zones').update(row).match({ id, updated_at }).select('id')
          }
        />
      )}
    </QueryState>
  )
}
