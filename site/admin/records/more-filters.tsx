/** The further filters of a list, its order, how many stand on a page, and its columns. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DayInput } from '#site/admin/day-input.tsx'
import { Select } from '#site/ui/inputs.tsx'
import type { ListFilter } from './admin-kind.ts'
import type { ChosenColumns } from './chosen-columns.ts'
import { type ListSort, type ListStateControls, pageSizes } from './use-list-state.ts'

interface MoreFiltersProps {
  list: ListStateControls
  filters: readonly ListFilter[]
  /** By what it can be ordered. */
  sorts: readonly ListSort[]
  columns: ChosenColumns
  /** All that can be shown. */
  labels: readonly string[]
}

export function MoreFilters({ list, filters, sorts, columns, labels }: MoreFiltersProps) {
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
            {filter.options || filter.load ? (
              <Choice id={field} filter={filter} value={value} onChoose={choose} />
            ) : (
              <DayInput
                id={field}
                value={value}
                since={name === 'until' ? list.filters.since : undefined}
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
          options={sorts.map((sort) => ({ value: sort, label: nameSort(sort) }))}
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

const sortWords: Partial<Record<ListSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  due: 'Latest first',
  total: 'Largest first',
  least: 'Without a price, then smallest',
  money: 'By state of the money',
  money_last: 'By state of the money, the other way round',
  delivered: 'Delivered first',
  delivered_last: 'Delivered last',
  delivery: 'First day of delivery first',
  delivery_last: 'Without a day, then the last day first',
  price: 'Lowest price first',
  price_last: 'Highest price first',
  stock: 'Least on hand first',
  stock_last: 'Most on hand first',
  reserved: 'Least reserved first',
  reserved_last: 'Most reserved first',
  available: 'Least available first',
  available_last: 'Most available first',
  education: 'By education, as on the form',
  education_last: 'By education, the other way round',
  investment: 'Smallest investment first, by currency',
  investment_last: 'Largest investment first, by currency',
  experience: 'Least experience first',
  experience_last: 'Most experience first',
}

/** "By name, A to Z" */
const nameSort = (sort: ListSort) =>
  sortWords[sort] ?? `By ${sort.replace('_last', '')}, ${sort.endsWith('_last') ? 'Z to A' : 'A to Z'}`

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
