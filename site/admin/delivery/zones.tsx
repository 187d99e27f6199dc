/** Delivery zones: places, prices by weight, days, and how much one day takes. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryPageWords as words } from '#domain/market/delivery-admin-words.ts'
import {
  readZone,
  writePrices,
  writeWeekdays,
  type ZoneRow,
  zoneWords,
} from '#domain/market/delivery-zones.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { TextArea, TextInput } from '#site/ui/inputs.tsx'
import { RowForm, RowList } from './row-editor.tsx'

const zonesQuery = queryOptions({
  queryKey: ['delivery_zones'],
  async queryFn() {
    const { data, error } = await (await getSupabase())
      .from('delivery_zones')
      .select('id,name,areas,step_grams,step_kobo,weekdays,cutoff_days,capacity_kg,capacity_orders,is_active')
      .order('name')
    if (error) throw error
    return data
  },
})

/** Eleven kilobytes, for the forms alone. */
const areasQuery = queryOptions({
  queryKey: ['local_governments'],
  queryFn: () => import('#domain/nigeria/local-governments.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

export function Zones() {
  const query = useQuery(zonesQuery)
  return (
    <RowList
      table="delivery_zones"
      words={words.zones}
      query={query}
      describe={({ areas, weekdays }) => `${areas.join(', ')}; ${writeWeekdays(weekdays)}`}
      renderForm={(zone) => <ZoneForm id={zone?.id ?? null} zone={zone} />}
    />
  )
}

function ZoneForm({ id, zone }: { id: string | null; zone?: ZoneRow }) {
  const areas = useQuery(areasQuery)
  return (
    <QueryState query={areas} errorText={words.zones.failed}>
      {({ listLocalGovernments }) => (
        <RowForm
          table="delivery_zones"
          id={id}
          title={zone?.name ?? words.zones.add}
          fields={zoneWords}
          begins={{
            name: zone?.name ?? '',
            areas: zone?.areas.join('\n') ?? '',
            prices: zone ? writePrices(zone) : '',
            weekdays: zone ? writeWeekdays(zone.weekdays) : '',
            cutoff: String(zone?.cutoff_days ?? 1),
            capacityKg: String(zone?.capacity_kg ?? ''),
            capacityOrders: String(zone?.capacity_orders ?? ''),
          }}
          renderInput={(name, defaultValue) =>
            name === 'areas' || name === 'prices' ? (
              <TextArea name={name} rows={4} defaultValue={defaultValue} maxLength={4000} />
            ) : (
              <TextInput name={name} defaultValue={defaultValue} maxLength={100} />
            )
          }
          read={(typed, refuse) => readZone(typed, refuse, listLocalGovernments)}
          write={(client, row, of) =>
            of
              ? client.from('delivery_zones').update(row).eq('id', of)
              : client.from('delivery_zones').insert(row)
          }
        />
      )}
    </QueryState>
  )
}
