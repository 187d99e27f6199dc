/** Applications for partnership in the admin area. */
import { partnershipQuestions, partnershipTypes } from '#domain/company/partnerships.ts'
import { formatDateTime } from '#domain/dates.ts'
import { registrationMachine, registrationStatuses } from '#domain/registrations/registrations.ts'
import { canChangeStatus, describeStatus } from '#domain/status-machines.ts'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { answerFacts } from '#site/admin/records/answer-facts.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { listMatches } from '#site/admin/records/find-records.ts'
import { by, byDay, days, replyFilter, replyViews } from '#site/admin/records/list-filters.ts'
import { readOne } from '#site/admin/records/list-records.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

const Conversation = loadPart(
  async () => (await import('#site/admin/conversations/conversation.tsx')).Conversation,
)

const listApplications = (state: ListState) =>
  listMatches('partnership_applications', state, (result) =>
    result.select('count,records:partnership_applications(*)'),
  )

async function findApplication(id: string) {
  return readOne(
    await (await getSupabase()).from('partnership_applications').select('*').eq('id', id).maybeSingle(),
  )
}

type Application = Awaited<ReturnType<typeof listApplications>>['records'][number]

const nameType = (type: string) => partnershipTypes.find(({ value }) => value === type)?.label ?? type

export const partnershipKind: AdminKind<Application> = {
  table: 'partnership_applications',
  recordType: 'partnership_applications',
  noun: 'application',
  statuses: registrationStatuses.map((status) => ({ value: status, label: describeStatus(status) })),
  hasDue: true,
  decisions: {
    table: 'partnership_applications',
    statuses: registrationStatuses,
    nextStatuses: (status) =>
      registrationStatuses.filter((next) => canChangeStatus(registrationMachine, status, next)),
    inBulk: true,
  },
  searchHelp: 'Company, person, email, phone or country',
  filters: [{ name: 'partnership_type', label: 'Type', options: partnershipTypes }, replyFilter, ...days],
  views: replyViews,
  listRecords: listApplications,
  findRecord: findApplication,
  nameOf: (application) => application.company_name,
  title: { label: 'Company', text: (application) => application.company_name },
  columns: [
    {
      label: 'Contact',
      sorts: by('contact'),
      cell: (application) => application.contact_person,
    },
    {
      label: 'Type',
      sorts: by('type'),
      cell: (application) => nameType(application.partnership_type),
    },
    { label: 'Country', sorts: by('country'), cell: (application) => application.country },
    {
      label: 'Received',
      sorts: byDay,
      cell: (application) => formatDateTime(application.created_at),
    },
  ],
  renderDetails: (application) => (
    <>
      <Facts
        facts={{
          ...answerFacts(partnershipQuestions, application, 'your application'),
          Type: nameType(application.partnership_type),
          'Terms accepted': formatDateTime(application.terms_accepted_at),
          Received: formatDateTime(application.created_at),
          'Last change': formatDateTime(application.updated_at),
          Reason: application.decline_reason,
        }}
      />
      <Conversation
        table="partnership_applications"
        id={application.id}
        name={application.contact_person}
        email={application.email}
      />
    </>
  ),
}
