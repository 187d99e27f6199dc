/** Job applications on the desk; the CV opens by an address that is good for a minute. */
import { formatDateTime } from '#domain/dates.ts'
import { registrationMachine, registrationStatuses } from '#domain/registrations.ts'
import { canChangeStatus, describeStatus } from '#domain/status-machines.ts'
import { mailLink, phoneLink } from '#site/lib/desk/contact-links.tsx'
import type { DeskKind } from '#site/lib/desk/desk-kind.ts'
import { Facts } from '#site/lib/desk/facts.tsx'
import { listFound } from '#site/lib/desk/find-records.ts'
import { readOne } from '#site/lib/desk/list-records.ts'
import { LookFile } from '#site/lib/desk/look-file.tsx'
import type { ListState } from '#site/lib/desk/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

const listApplications = (state: ListState) =>
  listFound('job_applications', state, (found) => found.select('count,records:job_applications(*)'))

async function findApplication(id: string) {
  return readOne(await (await getSupabase()).from('job_applications').select('*').eq('id', id).maybeSingle())
}

type Application = Awaited<ReturnType<typeof listApplications>>['records'][number]

export const jobApplicationKind: DeskKind<Application> = {
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
  searchHelp: 'Name, e-mail, phone or position',
  listRecords: listApplications,
  findRecord: findApplication,
  nameOf: (application) => application.full_name,
  title: { label: 'Applicant', text: (application) => application.full_name },
  columns: [
    { label: 'Position', cell: (application) => application.position_title ?? 'Any position' },
    { label: 'Phone', cell: (application) => phoneLink(application.phone) },
    { label: 'Received', cell: (application) => formatDateTime(application.created_at) },
  ],
  renderDetails: (application) => (
    <>
      <Facts
        facts={{
          Name: application.full_name,
          Position: application.position_title ?? 'Any position',
          Email: mailLink(application.email),
          Phone: phoneLink(application.phone),
          'Cover note': application.cover_note,
          CV: `${application.cv_name} (${Math.ceil(application.cv_bytes / 1024)} kB)`,
          Received: formatDateTime(application.created_at),
          'Last change': formatDateTime(application.updated_at),
          Reason: application.decline_reason,
        }}
      />
      <LookFile
        request={{ recordType: 'job_applications', recordId: application.id, what: 'cv' }}
        label="Open the CV"
      />
    </>
  ),
}
