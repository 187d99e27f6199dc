/** Depots: where buyers collect their goods, with address, hours and days. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryPageWords as words } from '#domain/market/delivery-admin-words.ts'
import { type DepotRow, depotWords, readDepot, writeWeekdays } from '#domain/market/delivery-zones.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { localGovernmentsQuery } from './local-governments-query.ts'
import { RowForm, RowList } from './row-editor.tsx'

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
    <RowList
      table="depots"
      words={words.depots}
      query={query}
      describe={({ address, lga, state, hours }) => [`${address}, ${lga}, ${state}`, hours]}
      renderForm={(depot) => <DepotForm id={depot?.id ?? null} depot={depot} />}
    />
  )
}

function DepotForm({ id, depot }: { id: string | null; depot?: DepotRow }) {
  const areas = useQuery(localGovernmentsQuery)
  return (
    <QueryState query={areas} errorText={words.depots.failed}>
      {({ listLocalGovernments }) => (
        <RowForm
          table="depots"
          id={id}
          title={depot?.name ?? words.depots.add}
          fields={depotWords}
          begins={{
            name: depot?.name ?? '',
            address: depot?.address ?? '',
            state: depot?.state ?? '',
            lga: depot?.lga ?? '',
            hours: depot?.hours ?? '',
            weekdays: depot ? writeWeekdays(depot.weekdays) : '',
            lead: String(depot?.lead_days ?? 1),
          }}
          renderInput={(name, defaultValue) =>
            name === 'state' ? (
              <Select
                name={name}
                placeholder={words.preview.state.problem}
                options={nigerianStates}
                defaultValue={defaultValue}
              />
            ) : (
              <TextInput name={name} defaultValue={defaultValue} maxLength={300} />
            )
          }
          read={(typed, refuse) => readDepot(typed, refuse, listLocalGovernments)}
          write={(client, row, of) =>
            of ? client.from('depots').update(row).eq('id', of) : client.from('depots').insert(row)
          }
        />
      )}
    </QueryState>
  )
}
