/** Delivery zones: places, prices by weight, days, and how much one day takes. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryPageWords as words } from '#domain/market/delivery-desk-words.ts'
import {
  readZone,
  writePrices,
  writeWeekdays,
  type ZoneRow,
  zoneWords,
} from '#domain/market/delivery-zones.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Field } from '#site/ui/field.tsx'
import { TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { KeptForm, SwitchRow } from './kept-rows.tsx'

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

export function Zones() {
  const query = useQuery(zonesQuery)
  return (
    <Panel title={words.zones.title}>
      <p className="mb-5">{words.zones.lead}</p>
      <QueryState query={query} errorText={words.zones.failed}>
        {(zones) => (
          <>
            {zones.length === 0 && <p>{words.zones.none}</p>}
            <ul className="ruled">
              {zones.map((zone) => (
                <li key={zone.id}>
                  <details>
                    <summary>
                      <strong>{zone.name}</strong>{' '}
                      <span className="text-sm text-stone">
                        {zone.areas.join(', ')}; {writeWeekdays(zone.weekdays)}
                      </span>
                    </summary>
                    <ZoneForm id={zone.id} zone={zone} />
                    <SwitchRow
                      table="delivery_zones"
                      id={zone.id}
                      name={zone.name}
                      isActive={zone.is_active}
                    />
                  </details>
                </li>
              ))}
            </ul>
            <details className="mt-5">
              <summary>{words.zones.add}</summary>
              <ZoneForm id={null} />
            </details>
          </>
        )}
      </QueryState>
    </Panel>
  )
}

const fields = ['name', 'areas', 'prices', 'weekdays', 'cutoff', 'capacityKg', 'capacityOrders'] as const

function ZoneForm({ id, zone }: { id: string | null; zone?: ZoneRow }) {
  const begins: Readonly<Record<(typeof fields)[number], string>> = {
    name: zone?.name ?? '',
    areas: zone?.areas.join('\n') ?? '',
    prices: zone ? writePrices(zone) : '',
    weekdays: zone ? writeWeekdays(zone.weekdays) : '',
    cutoff: String(zone?.cutoff_days ?? 1),
    capacityKg: String(zone?.capacity_kg ?? ''),
    capacityOrders: String(zone?.capacity_orders ?? ''),
  }
  return (
    <KeptForm
      table="delivery_zones"
      id={id}
      title={zone?.name ?? words.zones.add}
      fields={fields}
      read={readZone}
      write={(client, row, of) =>
        of
          ? client.from('delivery_zones').update(row).eq('id', of)
          : client.from('delivery_zones').insert(row)
      }
    >
      {(form) =>
        fields.map((field) => {
          const { label, help }: { label: string; help?: string } = zoneWords[field]
          return (
            <Field
              key={field}
              id={form.fieldId(field)}
              label={label}
              help={help}
              error={form.problemOf(field)}
            >
              {field === 'areas' || field === 'prices' ? (
                <TextArea name={field} rows={4} defaultValue={begins[field]} maxLength={4000} />
              ) : (
                <TextInput name={field} defaultValue={begins[field]} maxLength={100} />
              )}
            </Field>
          )
        })
      }
    </KeptForm>
  )
}
