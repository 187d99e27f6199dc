/** The reasons that are offered when something is declined. */

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { adminRecordTypes } from '#domain/admin/admin.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { declineReasonDraft } from '#site/admin/records/form-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'

async function listReasons() {
  const { data, error } = await (await getSupabase())
    .from('decline_reasons')
    .select('id,record_type,body,position')
    .order('record_type', { nullsFirst: true })
    .order('position')
  if (error) throw error
  return data
}

function nameKind(recordType: string | null): string {
  return recordType ? capitalise(recordType.replaceAll('_', ' ')) : 'Every kind'
}

export function DeclineReasons() {
  const id = useId()
  const { can } = usePermissions()
  const query = useQuery({ queryKey: ['decline_reasons'], queryFn: listReasons })
  const adding = useActionForm({
    id,
    tables: ['decline_reasons'],
    done: { title: 'Reason added' },
    draft: declineReasonDraft,
    empties: ['body'],
    read({ kind, body = '' }, refuse) {
      if (body.trim().length < 3) return refuse('body', 'Please write the reason')
      const reason = { record_type: kind || null, body: body.trim(), position: 100 }
      return (client) => client.from('decline_reasons').insert(reason)
    },
  })
  const removing = useAction({ tables: ['decline_reasons'], done: { title: 'Reason removed' } })
  const mayWrite = can('decline_reasons.write')

  return (
    <Panel title="Reasons for a decline">
      <div className="grid gap-4">
        <QueryState query={query} errorText="The reasons could not be loaded.">
          {(reasons) => (
            <ul className="ruled">
              {reasons.map((reason) => (
                <li key={reason.id} className="flex items-center gap-3">
                  <span className="me-auto">
                    <span className="text-sm text-stone">{nameKind(reason.record_type)}</span>
                    <br />
                    {reason.body}
                  </span>
                  {mayWrite && (
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={`Remove: ${reason.body}`}
                      disabled={removing.isBusy}
                      onClick={() =>
                        removing.run((client) => client.from('decline_reasons').delete().eq('id', reason.id))
                      }
                    >
                      Remove
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryState>
        <Refusal action={removing} />
        {mayWrite && (
          <FormElement form={adding} className="grid gap-3" label="Add a reason">
            <div className="grid gap-3 sm:grid-cols-[12rem_1fr]">
              <Field id={`${id}-kind`} label="For">
                <Select
                  name="kind"
                  placeholder="Every kind"
                  options={adminRecordTypes.map((value) => ({ value, label: nameKind(value) }))}
                />
              </Field>
              <Field id={`${id}-body`} label="Reason" help="The person reads it." required>
                <TextInput name="body" maxLength={500} />
              </Field>
            </div>
            <Refusal action={adding.action} />
            <div>
              <Button type="submit" size="sm" variant="outline" busy={adding.isBusy} busyLabel="Adding...">
                Add reason
              </Button>
            </div>
          </FormElement>
        )}
      </div>
    </Panel>
  )
}
