/** What the drawer of a registration holds beside its facts: the form as sent, secrets, photo, doubles, consents, correction. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { describePurpose } from '#domain/consent-purposes.ts'
import { formatDateTime } from '#domain/dates.ts'
import { findGuard } from '#domain/registrations/guards.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { Facts } from '#site/admin/records/facts.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { AnswersList } from '#site/registrations/records/answers-list.tsx'
import { ChangeList } from '#site/registrations/records/change-list.tsx'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import {
  adminAnswersQuery,
  changesQuery,
  type Duplicate,
  duplicatesQuery,
  openCorrectionQuery,
  withdrawnQuery,
} from './registration-data.ts'
import { SecretList } from './secret-list.tsx'

/** The route knows every form; a feature does not. */
export type RenderWith = (form: string, render: (definition: LongFormDefinition) => ReactNode) => ReactNode

export interface RegistrationSheetProps {
  table: 'farmers' | 'buyers' | 'investors' | 'training_enrolments'
  record: { id: string; status: string }
  form: string
  facts: Record<string, ReactNode>
  renderWith: RenderWith
}

export function RegistrationSheet(props: RegistrationSheetProps) {
  const { table, record, form, facts, renderWith } = props
  const sent = useQuery(adminAnswersQuery(table, record.id))
  return (
    <>
      <Warnings table={table} id={record.id} />
      <Facts facts={facts} />
      <QueryState query={sent} errorText="The form could not be loaded.">
        {({ answers, sentAt, version, secrets }) => (
          <>
            {secrets.length > 0 && <SecretList table={table} id={record.id} secrets={secrets} />}
            {sentAt !== null && (
              <details className="drawer-part">
                <summary>
                  The form as it was sent ({formatDateTime(sentAt)}
                  {version > 1 && `, version ${version}`})
                </summary>
                {renderWith(form, (definition) => (
                  <AnswersList definition={definition} answers={answers} />
                ))}
              </details>
            )}
            <Changes table={table} id={record.id} form={form} renderWith={renderWith} />
            {record.status === 'pending' && sentAt !== null && (
              <Correction table={table} id={record.id} form={form} renderWith={renderWith} />
            )}
          </>
        )}
      </QueryState>
    </>
  )
}

const duplicateWords: Record<string, string> = {
  same_phone: 'the same phone number',
  same_email: 'the same e-mail',
  same_member: 'the same account',
  same_name: 'the same name',
  same_bvn: 'the same BVN',
  same_idNumber: 'the same ID number',
  same_accountNumber: 'the same bank account',
  same_sidraWalletAddress: 'the same wallet',
  near_name_and_birth_date: 'a like name and the same date of birth',
}

/** A shared phone of a village makes many: they must not bury the record itself. */
const duplicatesShown = 5

/** Hints, never a verdict. */
function Warnings({ table, id }: { table: RegistrationSheetProps['table']; id: string }) {
  const duplicates = useQuery(duplicatesQuery(table, id))
  const withdrawn = useQuery(withdrawnQuery(table, id))
  const changed = useQuery(changesQuery(table, id)).data?.find(({ isOwn }) => isOwn)
  return (
    <>
      {changed && (
        <Notice kind={changed.changes.some(({ field }) => findGuard(field)) ? 'warn' : 'info'}>
          <p>
            The applicant changed{' '}
            {changed.changes.length === 1 ? 'an answer' : `${changed.changes.length} answers`} on{' '}
            {formatDateTime(changed.at)}. Before and after stand below, under Changed answers.
          </p>
        </Notice>
      )}
      {withdrawn.data?.map(({ purpose, withdrawnAt }) => (
        <Notice key={purpose} kind="warn">
          <p>
            Consent taken back on {formatDateTime(withdrawnAt)}: {describePurpose(purpose)}
          </p>
        </Notice>
      ))}
      {duplicates.data && duplicates.data.length > 0 && (
        <Notice kind="warn">
          <p className="font-semibold">This may be a person whom we know already</p>
          <DuplicateList duplicates={duplicates.data.slice(0, duplicatesShown)} />
          {duplicates.data.length > duplicatesShown && (
            <details>
              <summary className="cursor-pointer py-1 font-semibold">
                and {duplicates.data.length - duplicatesShown} more
              </summary>
              <DuplicateList duplicates={duplicates.data.slice(duplicatesShown)} />
            </details>
          )}
        </Notice>
      )}
    </>
  )
}

function DuplicateList({ duplicates }: { duplicates: readonly Duplicate[] }) {
  return (
    <ul className="grid gap-1 pt-1">
      {duplicates.map((other) => (
        <li key={other.id}>
          <Link to={recordPath(other.recordType, other.id)}>
            <span className="code">{other.reference}</span> {other.name}
          </Link>{' '}
          ({describeStatus(other.status).toLowerCase()}, {formatDateTime(other.createdAt)}):{' '}
          {other.reasons.map((reason) => duplicateWords[reason] ?? reason.replace('_', ' ')).join(', ')}
        </li>
      ))}
    </ul>
  )
}

/** What was another answer before, and since when. */
function Changes({ table, id, form, renderWith }: CorrectionProps) {
  const { data = [] } = useQuery(changesQuery(table, id))
  if (data.length === 0) return null
  return (
    <section className="drawer-part" aria-label="Changed answers">
      <h3>Changed answers</h3>
      {renderWith(form, (definition) => (
        <ol className="trail">
          {data.map(({ version, at, isOwn, changes }) => (
            <li key={version}>
              <p className="num text-sm text-stone">{formatDateTime(at)}</p>
              <p>{isOwn ? 'Changed by the applicant, unasked' : 'Answer to our request to correct'}</p>
              <ChangeList definition={definition} changes={changes} />
            </li>
          ))}
        </ol>
      ))}
    </section>
  )
}

interface CorrectionProps extends Pick<RegistrationSheetProps, 'table' | 'form' | 'renderWith'> {
  id: string
}

function Correction({ table, id, form, renderWith }: CorrectionProps) {
  const open = useQuery(openCorrectionQuery(table, id))
  const [isPrompting, setIsPrompting] = useState(false)
  return (
    <section className="drawer-part" aria-label="Corrections">
      <h3>Corrections</h3>
      {open.data && (
        <Notice>
          <p className="font-semibold">Asked on {formatDateTime(open.data.createdAt)}, not answered yet</p>
          <ul className="list-disc ps-5">
            {open.data.notes.map(({ field, note }) => (
              <li key={field}>
                {field}: {note}
              </li>
            ))}
          </ul>
          {open.data.message && <p className="whitespace-pre-line">{open.data.message}</p>}
        </Notice>
      )}
      <div>
        <Button size="sm" variant="outline" onClick={() => setIsPrompting(true)}>
          Request correction
        </Button>
      </div>
      {isPrompting &&
        renderWith(form, (definition) => (
          <CorrectionDialog
            table={table}
            id={id}
            definition={definition}
            onClose={() => setIsPrompting(false)}
          />
        ))}
    </section>
  )
}
