/** The line above the audit trail: words, kind, person and days; a choice counts at once, words after a pause. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { AuditedPerson } from '#domain/admin/audit-trail.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { useTypedSearch } from '#site/admin/records/use-typed-search.ts'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import type { AuditFilterControls } from './use-audit-filters.ts'

interface AuditToolsProps {
  filters: AuditFilterControls
  /** What words find here; left out: nothing is searched. */
  searchHelp?: string
  hasPerson?: boolean
  /** What this view is narrowed by besides. */
  children?: ReactNode
  /** At the end of the line. */
  actions?: ReactNode
}

export function AuditTools({ filters, searchHelp, hasPerson = false, children, actions }: AuditToolsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a search element of the page's own
    <div role="search" className="list-tools" aria-label="Search the audit trail">
      {searchHelp && (
        <SearchBox
          key={filters.view}
          search={filters.search}
          help={searchHelp}
          onSearch={(search) => filters.change({ search })}
        />
      )}
      {hasPerson && <PersonFilter filters={filters} />}
      {children}
      <Day label="From" value={filters.since} onChoose={(since) => filters.change({ since })} />
      <Day
        label="To"
        since={filters.since}
        value={filters.until}
        onChoose={(until) => filters.change({ until })}
      />
      {actions}
    </div>
  )
}

interface DayProps {
  label: string
  value: string
  since?: string
  onChoose: (day: string) => void
}

function Day({ label, value, since, onChoose }: DayProps) {
  const id = useId()
  return (
    <span className="audit-day">
      <label htmlFor={id}>{label}</label>
      <DayInput id={id} value={value} since={since} onChange={(event) => onChoose(event.target.value)} />
    </span>
  )
}

/** Entries follow the typing after a pause; the field follows Back and Forward. */
function SearchBox({
  search,
  help,
  onSearch,
}: {
  search: string
  help: string
  onSearch: (search: string) => void
}) {
  const [typed, setTyped] = useTypedSearch(search, onSearch)
  return (
    <TextInput
      type="search"
      aria-label="Search"
      placeholder={help}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

function PersonFilter({ filters }: { filters: AuditFilterControls }) {
  const people = useQuery({
    queryKey: ['user_roles', 'audited'],
    queryFn: () => callAdmin<AuditedPerson[]>('list_audited_people'),
  })
  return (
    <Select
      aria-label="Person"
      placeholder="Everybody"
      value={filters.person}
      options={(people.data ?? []).map(({ user_id, name, is_former }) => ({
        value: user_id,
        label: is_former ? `${name} (left)` : name,
      }))}
      onChange={(event) => filters.change({ person: event.target.value })}
    />
  )
}
