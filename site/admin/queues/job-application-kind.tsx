/** Job applications in the admin area; the CV opens by an address that is good for a minute. */
import { jobApplicationQuestions } from '#domain/company/job-applications.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formatBytes } from '#domain/file-sizes.ts'
import { registrationMachine, registrationStatuses } from '#domain/registrations/registrations.ts'
import { canChangeStatus, describeStatus } from '#domain/status-machines.ts'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { answerFacts } from '#site/admin/records/answer-facts.tsx'
import { phoneLink } from '#site/admin/records/contact-links.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { listMatches } from '#site/admin/records/find-records.ts'
import { by, byDay, days, replyFilter, replyViews } from '#site/admin/records/list-filters.ts'
import { readOne } from '#site/admin/records/list-records.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { OpenFile } from '#site/admin/records/open-file.tsx'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

const Conversation = loadPart(
  async () => (await import('#site/admin/conversations/conversation.tsx')).Conversation,
)

const listApplications = (state: ListState) =>
  listMatches('job_applications', state, (result) => result.select('count,records:job_applications(*)'))

async function findApplication(id: string) {
  return readOne(await (await getSupabase()).from('job_applications').select('*').eq('id', id).maybeSingle())
}

async function listPositions() {
  const { data, error } = await (await getSupabase())
    .from('career_positions')
    .select('id,title')
    .order('title')
  if (error) throw error
  return [
    { value: 'general', label: 'Any position' },
    ...data.map(({ id, title }) => ({ value: id, label: title })),
  ]
}

type Application = Awaited<ReturnType<typeof listApplications>>['records'][number]

export const jobApplicationKind: AdminKind<Application> = {
  table: 'job_applications',
  recordType: 'job_applications',
  noun: 'job application',
  statuses: registrationStatuses.map((status) => ({ value: status, label: describeStatus(status) })),
  hasDue: true,
  decisions: {
    table: 'job_applications',
    statuses: registrationStatuses,
    nextStatuses: (status) =>
      registrationStatuses.filter((next) => canChangeStatus(registrationMachine, status, next)),
    inBulk: true,
  },
  searchHelp: 'Name, email, phone or position',
  filters: [{ name: 'position', label: 'Position', load: listPositions }, replyFilter, ...days],
  views: replyViews,
  listRecords: listApplications,
  findRecord: findApplication,
  nameOf: (application) => application.full_name,
  title: { label: 'Applicant', text: (application) => application.full_name },
  columns: [
    {
      label: 'Position',
      sorts: by('position'),
      cell: (application) => application.position_title ?? 'Any position',
    },
    { label: 'Phone', cell: (application) => phoneLink(application.phone) },
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
          Position: application.position_title ?? 'Any position',
          ...answerFacts(jobApplicationQuestions, application, 'your application'),
          CV: `${application.cv_name} (${formatBytes(application.cv_bytes)})`,
          Received: formatDateTime(application.created_at),
          'Last change': formatDateTime(application.updated_at),
          Reason: application.decline_reason,
        }}
      />
      <OpenFile
        request={{ recordType: 'job_applications', recordId: application.id, what: 'cv' }}
        label="Open the CV"
      />
      <Conversation
        table="job_applications"
        id={application.id}
        name={application.full_name}
        email={application.email}
      />
    </>
  ),
}
