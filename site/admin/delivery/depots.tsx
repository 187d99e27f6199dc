/** Depots: where buyers collect their goods, with address, hours and days. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryPageWords as words } from '#domain/market/delivery-admin-words.ts'
import { depotWords, readDepot, writeWeekdays } from '#domain/market/delivery-zones.ts'
import { joinPlace } from '#domain/nigeria/places.ts'
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
      .select('id,name,address,state,lga,hours,weekdays,lead_days,is_active,updated_at')
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
      describe={({ address, lga, state, hours }) => [joinPlace(address, lga, state), hours]}
      renderForm={(depot) => <DepotForm depot={depot ?? null} />}
    />
  )
}

type StoredDepot = Awaited<ReturnType<NonNullable<(typeof depotsQuery)['queryFn']>>>[number]

function DepotForm({ depot }: { depot: StoredDepot | null }) {
  const areas = useQuery(localGovernmentsQuery)
  return (
    <QueryState query={areas} errorText={words.depots.failed}>
      {({ listLocalGovernments }) => (
        <RowForm
          table="depots"
          row={depot}
          fields={depotWords}
          begin={(seen) => ({
            name: seen?.name ?? '',
            address: seen?.address ?? '',
            state: seen?.state ?? '',
            lga: seen?.lga ?? '',
            hours: seen?.hours ?? '',
            weekdays: seen ? writeWeekdays(seen.weekdays) : '',
            lead: String(seen?.lead_days ?? 1),
          })}
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
          add={(client, row) => client.from('depots').insert(row)}
          change={(client, row, { id, updated_at }) =>
            client.from('depots').update(row).match({ id, updated_at }).select('id')
          }
        />
      )}
    </QueryState>
  )
}
