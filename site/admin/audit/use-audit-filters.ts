/** What the audit trail is narrowed to, as it stands in the address. */
import { useSearchParams } from 'react-router'
import { auditKinds } from '#domain/admin/audit-trail.ts'
import { readDay } from '#domain/dates.ts'

export const auditViews = {
  '': 'Everything',
  looks: 'Who looked',
  'sign-ins': 'Sign-ins',
  buyers: 'Buyer registrations',
} as const
export type AuditView = keyof typeof auditViews

const dayMs = 86_400_000
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export interface AuditFilters {
  view: AuditView
  search: string
  /** One of auditKinds, or a table. */
  kind: string
  /** A colleague's id. */
  person: string
  /** Days, as YYYY-MM-DD. */
  since: string
  until: string
  /** For sign-ins: everybody's, and failed ones alone. For buyers: one event. */
  who: string
  only: string
}

export interface AuditFilterControls extends AuditFilters {
  change: (filters: Partial<AuditFilters>) => void
  /** The first instant, and the one after the last. */
  sinceTime: string | null
  untilTime: string | null
}

export function useAuditFilters(): AuditFilterControls {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(name) ?? ''
  const named = read('view')
  const person = read('person')
  const filters: AuditFilters = {
    view: isView(named) ? named : '',
    search: read('q'),
    kind: /^[a-z_]{2,60}$/.test(read('kind')) ? read('kind') : '',
    person: uuid.test(person) ? person : '',
    since: readDay(params.get('since')),
    until: readDay(params.get('until')),
    who: read('who'),
    only: read('only'),
  }
  const until = filters.until && startOfDay(filters.until)
  return {
    ...filters,
    sinceTime: filters.since ? startOfDay(filters.since) : null,
    // The last day is part of it.
    untilTime: until ? new Date(Date.parse(until) + dayMs).toISOString() : null,
    change(changed) {
      const { search, ...rest } = { ...filters, ...changed }
      const entries = Object.entries({ q: search, ...rest }).filter(([, value]) => value)
      setParams(Object.fromEntries(entries), { preventScrollReset: true })
    },
  }
}

function isView(text: string): text is AuditView {
  return Object.hasOwn(auditViews, text)
}

/** Days are days in Lagos, which has no summer time. */
function startOfDay(day: string): string {
  return `${day}T00:00:00+01:00`
}

export const kindOptions = Object.entries(auditKinds).map(([value, label]) => ({ value, label }))
