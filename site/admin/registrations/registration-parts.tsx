/** What a registration holds beside its facts: warnings and photo, the form as sent, secrets, consents, correction. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nameAdminPermission } from '#domain/admin/admin.ts'
import { describePurpose } from '#domain/consent-purposes.ts'
import { formatDateTime } from '#domain/dates.ts'
import { findGuard } from '#domain/registrations/guards.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { Facts } from '#site/admin/records/facts.tsx'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { loadPart, useFetchAhead } from '#site/admin/records/load-part.tsx'
import { correctedInstead, offerUndo } from '#site/admin/records/offer-undo.ts'
import { correctionDraft } from '#site/admin/records/word-drafts.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { MergedInto, MergedRecords, useMergedInto } from './merged-records.tsx'
import { PhotoPanel } from './photo-panel.tsx'
import { adminAnswersQuery, changesQuery, openCorrectionQuery, withdrawnQuery } from './registration-data.ts'
import { photoField } from './reveal.ts'
import { SecretList } from './secret-list.tsx'
import type { RegistrationSheetProps } from './sheet-props.ts'
import { takeBackCorrection } from './take-back-correction.ts'
import { Twins } from './twins.tsx'

const AnswersList = loadPart(
  async () => (await import('#site/registrations/records/answers-list.tsx')).AnswersList,
)
const ChangeList = loadPart(
  async () => (await import('#site/registrations/records/change-list.tsx')).ChangeList,
)
const CorrectedNotes = loadPart(async () => (await import('./name-corrected.tsx')).CorrectedNotes)
const CorrectionDialog = loadPart(async () => (await import('./correction-dialog.tsx')).CorrectionDialog)

/** What is looked at before anything else: warnings, who it may be, the photo. */
export function RegistrationSide(props: Omit<RegistrationSheetProps, 'facts'>) {
  const { table, record, form, renderWith } = props
  const merge = useMergedInto(table, record.id)
  return (
    <>
      {merge && <MergedInto table={table} merge={merge} />}
      <Warnings table={table} id={record.id} />
      <Twins table={table} id={record.id} form={form} renderWith={renderWith} />
      {record.has_photo !== undefined && !merge && (
        <PhotoPanel queue={table} id={record.id} hasPhoto={record.has_photo} />
      )}
    </>
  )
}

export function RegistrationSheet(
  props: RegistrationSheetProps & { kind: Pick<AdminKind<never>, 'statuses'> },
) {
  const { table, record, form, facts, renderWith, kind } = props
  const sent = useQuery(adminAnswersQuery(table, record.id))
  return (
    <>
      <Facts facts={facts} />
      <QueryState query={sent} errorText="The form could not be loaded.">
        {({ answers, sentAt, version, secrets }) => (
          <>
            {secrets.some(isText) && (
              <SecretList table={table} id={record.id} secrets={secrets.filter(isText)} />
            )}
            {sentAt !== null && (
              <FoldedPart
                className="drawer-part"
                title={`The form as it was sent (${formatDateTime(sentAt)}${version > 1 ? `, version ${version}` : ''})`}
              >
                {() =>
                  renderWith(form, (definition) => <AnswersList definition={definition} answers={answers} />)
                }
              </FoldedPart>
            )}
            <Changes table={table} id={record.id} form={form} renderWith={renderWith} />
            {record.status === 'pending' && sentAt !== null && (
              <Correction table={table} id={record.id} form={form} renderWith={renderWith} />
            )}
          </>
        )}
      </QueryState>
      <MergedRecords table={table} id={record.id} kind={kind} />
    </>
  )
}

/** The photo stands by itself. */
const isText = ({ field }: { field: string }) => field !== photoField

function Warnings({ table, id }: { table: RegistrationSheetProps['table']; id: string }) {
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
    </>
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
  const { can } = usePermissions()
  const mayRequest = can(nameAdminPermission(table, 'decide'))
  const open = useQuery(openCorrectionQuery(table, id))
  const queries = useQueryClient()
  const [isPrompting, setIsPrompting] = useState(false)
  useFetchAhead(CorrectionDialog)
  if (!mayRequest && !open.data) return null
  return (
    <section className="drawer-part" aria-label="Corrections">
      <h3>Corrections</h3>
      {open.data && (
        <Notice>
          <p className="font-semibold">Asked on {formatDateTime(open.data.createdAt)}, not answered yet</p>
          <CorrectedNotes form={form} notes={open.data.notes} renderWith={renderWith} />
          {open.data.message && <p className="whitespace-pre-line">{open.data.message}</p>}
        </Notice>
      )}
      {mayRequest && (
        <div>
          <Button size="sm" variant="outline" data-step="correction" onClick={() => setIsPrompting(true)}>
            Request correction
          </Button>
        </div>
      )}
      {isPrompting &&
        renderWith(form, (definition) => (
          <CorrectionDialog
            table={table}
            title="Request correction"
            draftName={correctionDraft(table, id)}
            definition={definition}
            request={(client, notes, message) =>
              rpcAdmin(client, 'request_correction', { record_type: table, record_id: id, notes, message })
            }
            done={(request, putBack) => ({
              title: 'Correction requested',
              text: 'The person will be told what to correct.',
              action: offerUndo(
                () => takeBackCorrection(queries, table, Number(request), putBack),
                correctedInstead('registration'),
                { table, requests: [Number(request)] },
              ),
            })}
            onDone={() => setIsPrompting(false)}
            onClose={() => setIsPrompting(false)}
          />
        ))}
    </section>
  )
}
