/** Breaches of data protection: the register that the law requires, with the clock of the notice to the Commission. */
import {
  breachDataCategories,
  breachPeopleCategories,
  breachRisks,
  breachStatuses,
  nameBreachOption,
} from '#domain/admin/breaches.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { Due } from '#site/admin/records/due.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { daysOf } from '#site/admin/records/list-filters.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { type Breach, findBreach, listBreaches } from './breach-data.ts'
import { BreachEvents } from './breach-events.tsx'

const RecordTasks = loadPart(async () => (await import('#site/admin/tasks/record-tasks.tsx')).RecordTasks)

const tones: Readonly<Record<string, string>> = {
  to_notify: 'pending',
  notified: 'approved',
  not_required: 'approved',
  closed: 'completed',
}

const nameRisk = (risk: string | null) =>
  risk ? nameBreachOption(breachRisks, risk) : 'Not judged yet: counts as likely'

const nameAll = (options: readonly { value: string; label: string }[], values: string[] | null) =>
  (values ?? []).map((value) => nameBreachOption(options, value)).join(', ')

export const breachKind: AdminKind<Breach> = {
  table: 'breaches',
  noun: 'breach',
  plural: 'breaches',
  exportType: 'breaches',
  statuses: breachStatuses,
  hasDue: true,
  filters: daysOf('Aware'),
  searchHelp: 'Title, facts or reference',
  listRecords: listBreaches,
  findRecord: findBreach,
  nameOf: ({ title }) => `breach: ${title}`,
  title: { label: 'What', text: ({ title }) => title ?? '' },
  renderStatus: ({ status, due_at }) => (
    <span className="flex flex-wrap items-center gap-2">
      <StatusBadge status={tones[status]} word={nameBreachOption(breachStatuses, status)} />
      <Due at={due_at} />
    </span>
  ),
  columns: [
    { label: 'Risk', cell: ({ risk }) => nameRisk(risk) },
    {
      label: 'People',
      numeric: true,
      cell: ({ people_count }) => (people_count === null ? 'Not known' : formatCount(people_count)),
    },
    { label: 'Aware since', cell: ({ aware_at }) => aware_at && formatDateTime(aware_at) },
  ],
  renderDetails: (breach) => (
    <>
      <Facts
        facts={{
          'What happened': breach.facts,
          'How it was found': breach.detection,
          'Aware since': breach.aware_at && formatDateTime(breach.aware_at),
          'To notify by': breach.due_at && formatDateTime(breach.due_at),
          Risk: nameRisk(breach.risk),
          'Kinds of data': nameAll(breachDataCategories, breach.data_categories),
          'Kinds of people': nameAll(breachPeopleCategories, breach.people_categories),
          'Number of people':
            breach.people_count === null ? 'Not known yet' : formatCount(breach.people_count),
          'Number of records':
            breach.records_count === null ? 'Not known yet' : formatCount(breach.records_count),
          'Likely consequences': breach.consequences,
          'Measures at the start': breach.measures,
          'Commission notified':
            breach.commission_notified_at && formatDateTime(breach.commission_notified_at),
          'Reference of the Commission': breach.commission_reference,
          'People told': breach.people_notified_at && formatDateTime(breach.people_notified_at),
          Closed: breach.closed_at && formatDateTime(breach.closed_at),
        }}
      />
      <RecordTasks table="breaches" id={breach.id} />
      <BreachEvents breach={breach} />
    </>
  ),
}
