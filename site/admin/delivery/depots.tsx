/** Depots: where buyers collect their goods, with address, hours and days. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryPageWords as words } from '#domain/market/delivery-desk-words.ts'
import { type DepotRow, depotWords, readDepot, writeWeekdays } from '#domain/market/delivery-zones.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { KeptForm, SwitchRow } from './kept-rows.tsx'

const depotsQuery = queryOptions({
  queryKey: ['depots'],
  async queryFn() {
    const { data, error } = await (await getSupabase())
      .from('depots')
      .select('id,name,address,state,lga,hours,weekdays,lead_days,is_active')
      .order('name')
    if (error) throw error
    return data
  },
})

export function Depots() {
  const query = useQuery(depotsQuery)
  return (
    <Panel title={words.depots.title}>
      <p className="mb-5">{words.depots.lead}</p>
      <QueryState query={query} errorText={words.depots.failed}>
        {(depots) => (
          <>
            {depots.length === 0 && <p>{words.depots.none}</p>}
            <ul className="ruled">
              {depots.map((depot) => (
                <li key={depot.id}>
                  <details>
                    <summary>
                      <strong>{depot.name}</strong>{' '}
                      <span className="text-sm text-stone">
                        {depot.address}, {depot.lga}, {depot.state}
                      </span>
                    </summary>
                    <DepotForm id={depot.id} depot={depot} />
                    <SwitchRow table="depots" id={depot.id} name={depot.name} isActive={depot.is_active} />
                  </details>
                </li>
              ))}
            </ul>
            <details className="mt-5">
              <summary>{words.depots.add}</summary>
              <DepotForm id={null} />
            </details>
          </>
        )}
      </QueryState>
    </Panel>
  )
}

const fields = ['name', 'address', 'state', 'lga', 'hours', 'weekdays', 'lead'] as const

function DepotForm({ id, depot }: { id: string | null; depot?: DepotRow }) {
  const begins: Readonly<Record<(typeof fields)[number], string>> = {
    name: depot?.name ?? '',
    address: depot?.address ?? '',
    state: depot?.state ?? '',
    lga: depot?.lga ?? '',
    hours: depot?.hours ?? '',
    weekdays: depot ? writeWeekdays(depot.weekdays) : '',
    lead: String(depot?.lead_days ?? 1),
  }
  return (
    <KeptForm
      table="depots"
      id={id}
      title={depot?.name ?? words.depots.add}
      fields={fields}
      read={readDepot}
      write={(client, row, of) =>
        of ? client.from('depots').update(row).eq('id', of) : client.from('depots').insert(row)
      }
    >
      {(form) =>
        fields.map((field) => {
          const { label, help }: { label: string; help?: string } = depotWords[field]
          return (
            <Field
              key={field}
              id={form.fieldId(field)}
              label={label}
              help={help}
              error={form.problemOf(field)}
            >
              {field === 'state' ? (
                <Select
                  name={field}
                  placeholder={words.preview.state.problem}
                  options={nigerianStates}
                  defaultValue={begins[field]}
                />
              ) : (
                <TextInput name={field} defaultValue={begins[field]} maxLength={300} />
              )}
            </Field>
          )
        })
      }
    </KeptForm>
  )
}
