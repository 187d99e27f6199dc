/** The further filters of a list, its order, how many stand on a page, and its columns. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import type { ListFilter } from './admin-kind.ts'
import type { ChosenColumns } from './chosen-columns.ts'
import { type ListSort, type ListStateControls, pageSizes } from './use-list-state.ts'

interface MoreFiltersProps {
  list: ListStateControls
  filters: readonly ListFilter[]
  hasTotal: boolean
  /** Whether it can be ordered by the day of delivery. */
  hasDelivery: boolean
  /** Whether it can be ordered by name. */
  hasName: boolean
  columns: ChosenColumns
  /** All that can be shown. */
  labels: readonly string[]
}

export function MoreFilters({
  list,
  filters,
  hasTotal,
  hasDelivery,
  hasName,
  columns,
  labels,
}: MoreFiltersProps) {
  const id = useId()
  return (
    <>
      {filters.map((filter) => {
        const { name, label } = filter
        const field = `${id}-${name}`
        const value = list.filters[name] ?? ''
        const choose = (chosen: string) => list.filter({ filters: { [name]: chosen } })
        return (
          <div key={name}>
            <label htmlFor={field}>{label}</label>
            {filter.options ? (
              <Choice id={field} filter={filter} value={value} onChoose={choose} />
            ) : (
              <TextInput
                id={field}
                type="date"
                value={value}
                onChange={(event) => choose(event.target.value)}
              />
            )}
          </div>
        )
      })}
      <div>
        <label htmlFor={`${id}-sort`}>Sort</label>
        <Select
          id={`${id}-sort`}
          value={list.order}
          options={[
            { value: 'newest', label: 'Newest first' },
            { value: 'oldest', label: 'Oldest first' },
            ...(hasName
              ? [
                  { value: 'name', label: 'By name, A to Z' },
                  { value: 'name_last', label: 'By name, Z to A' },
                ]
              : []),
            ...(hasDelivery ? [{ value: 'delivery', label: 'By day of delivery' }] : []),
            ...(hasTotal ? [{ value: 'total', label: 'Largest first' }] : []),
          ]}
          onChange={(event) => list.filter({ sort: event.target.value as ListSort })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-size`}>On a page</label>
        <Select
          id={`${id}-size`}
          value={String(list.pageSize)}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(event) => list.filter({ pageSize: Number(event.target.value) })}
        />
      </div>
      <fieldset className="list-columns">
        <legend>Columns</legend>
        {labels.map((label) => (
          <label key={label}>
            <input type="checkbox" checked={columns.isShown(label)} onChange={() => columns.toggle(label)} />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  )
}

interface ChoiceProps {
  id: string
  filter: ListFilter
  value: string
  onChoose: (value: string) => void
}

function Choice({ id, filter, value, onChoose }: ChoiceProps) {
  const { name, options = [], load } = filter
  const loaded = useQuery({
    queryKey: ['filter-options', name],
    queryFn: async () => (await load?.()) ?? options,
    enabled: load !== undefined,
    staleTime: 60_000,
  })
  return (
    <Select
      id={id}
      placeholder="All"
      value={value}
      options={loaded.data ?? options}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}
