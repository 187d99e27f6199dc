/** The words that answers begin with: rows that staff with the right add, change and remove. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { conversationTypes, type ReplyTemplate } from '#domain/admin/conversations.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { replyTemplateDraft } from '#site/admin/records/form-drafts.ts'
import { SeeRow } from '#site/admin/records/see-row.tsx'
import { describeNotAllowed } from '#site/admin/records/use-seen-row.ts'
import { readWordDraft, removeWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import type { AppClient } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { replyTemplatesQuery } from './conversation-data.ts'

const tables = ['reply_templates']

function nameKind(recordType: string | null): string {
  return recordType ? capitalise(recordType.replaceAll('_', ' ')) : 'Every kind'
}

export function ReplyTemplates() {
  const { can } = usePermissions()
  const query = useQuery(replyTemplatesQuery)
  const changing = useChangedTemplate(query.data)
  const removing = useAction({ tables, done: { title: 'Words removed' } })
  const mayWrite = can('decline_reasons.write')
  return (
    <Panel title="Words for answers">
      <div className="grid gap-4">
        <QueryState query={query} errorText="The words for answers could not be loaded.">
          {(templates) => (
            <ul className="ruled">
              {changing.list(templates).map((template) =>
                template.id === changing.id ? (
                  <li key={template.id}>
                    <TemplateForm
                      template={template}
                      isRemoved={changing.isRemoved}
                      onDone={() => changing.start(null)}
                    />
                  </li>
                ) : (
                  <li key={template.id} className="flex flex-wrap items-start gap-3">
                    <span className="me-auto min-w-0 flex-1 basis-60">
                      <span className="text-sm text-stone">{nameKind(template.record_type)}</span>
                      <br />
                      <strong>{template.title}</strong>
                      <span className="block whitespace-pre-line wrap-anywhere">{template.body}</span>
                    </span>
                    {mayWrite && (
                      <span className="flex gap-2">
                        <Button
                          size="sm"
                          variant="quiet"
                          aria-label={`Change: ${template.title}`}
                          onClick={() => changing.start(template)}
                        >
                          Change
                        </Button>
                        <Button
                          size="sm"
                          variant="quiet"
                          aria-label={`Remove: ${template.title}`}
                          disabled={removing.isBusy}
                          onClick={() =>
                            removing.run((client) =>
                              client.from('reply_templates').delete().eq('id', template.id),
                            )
                          }
                        >
                          Remove
                        </Button>
                      </span>
                    )}
                  </li>
                ),
              )}
            </ul>
          )}
        </QueryState>
        <Refusal action={removing} />
        {mayWrite && changing.id === null && <TemplateForm />}
      </div>
    </Panel>
  )
}

/** The template whose form is open: it stays in its place, with what is typed, when a colleague removes it. */
function useChangedTemplate(templates: readonly ReplyTemplate[] | undefined) {
  const [open, setOpen] = useState<{ template: ReplyTemplate; at: number } | null>(null)
  const at = templates?.findIndex(({ id }) => id === open?.template.id) ?? -1
  const stored = templates?.[at]
  if (stored && (stored !== open?.template || at !== open.at)) setOpen({ template: stored, at })
  const isRemoved = open !== null && templates !== undefined && !stored
  return {
    id: open?.template.id ?? null,
    isRemoved,
    list: (rows: readonly ReplyTemplate[]) =>
      isRemoved ? [...rows.slice(0, open.at), open.template, ...rows.slice(open.at)] : rows,
    start: (template: ReplyTemplate | null) => setOpen(template && { template, at: 0 }),
  }
}

const removedWords =
  'Somebody else removed these words in the meantime. What stands here can be saved as new words.'

/** Words that a colleague changed since they were seen are not written over: the refusal says what stands there now. */
async function changeTemplate(
  client: AppClient,
  id: number,
  seenAt: string,
  row: { record_type: string | null; title: string; body: string },
) {
  const table = client.from('reply_templates')
  const { data, error } = await table.update(row).eq('id', id).eq('updated_at', seenAt).select('id')
  if (error || data.length > 0) return { error }
  const { data: now } = await table.select('title,body,updated_at').eq('id', id).maybeSingle()
  if (now?.updated_at === seenAt) return { error: describeNotAllowed('template') }
  const message = now
    ? `Somebody else changed these words in the meantime. What stands there now: ${now.title}: ${now.body}`
    : removedWords
  return { error: { code: 'PT409', message, hint: now && 'seen' } }
}

interface TemplateFormProps {
  template?: ReplyTemplate
  /** Nothing is stored any more that could be changed: what is typed is saved as a new one. */
  isRemoved?: boolean
  onDone?: () => void
}

/** Without a template: one more. */
function TemplateForm({ template, isRemoved = false, onDone }: TemplateFormProps) {
  const id = useId()
  const draft = replyTemplateDraft(template?.id ?? 'new')
  /** When the words were last changed that somebody began to write over. */
  const [held, setHeld] = useState(() => readWordDraft(draft).seenAt)
  const seenAt = held ?? template?.updated_at ?? ''
  const form = useActionForm({
    id,
    tables,
    draft,
    done: { title: template && !isRemoved ? 'Words saved' : 'Words added' },
    empties: template ? [] : ['title', 'body'],
    atField: ['title', 'body'],
    read({ kind, title = '', body = '' }, refuse) {
      if (title.trim().length < 2) return refuse('title', 'Please name it')
      if (body.trim().length < 3) return refuse('body', 'Please write the words')
      const row = { record_type: kind || null, title: title.trim(), body: body.trim() }
      return (client) =>
        template && !isRemoved
          ? changeTemplate(client, template.id, seenAt, row)
          : client.from('reply_templates').insert(row)
    },
    ...(onDone && { onDone }),
  })
  return (
    <FormElement
      form={form}
      className="grid gap-3"
      label={template ? `Change ${template.title}` : 'Add words for answers'}
      onInput={() => template && setHeld(seenAt)}
    >
      {template && <input type="hidden" name="seenAt" value={seenAt} />}
      <div key={`heads ${seenAt}`} className="grid gap-3 sm:grid-cols-[12rem_1fr]">
        <Field id={`${id}-kind`} label="For">
          <Select
            name="kind"
            placeholder="Every kind"
            defaultValue={template?.record_type ?? ''}
            options={conversationTypes.map((value) => ({ value, label: nameKind(value) }))}
          />
        </Field>
        <Field
          id={`${id}-title`}
          label="Name"
          help="Colleagues choose by it."
          error={form.problemOf('title')}
          required
        >
          <TextInput name="title" maxLength={60} defaultValue={template?.title} />
        </Field>
      </div>
      <Field
        key={seenAt}
        id={`${id}-body`}
        label="Words"
        help="{name} stands for who is written to."
        error={form.problemOf('body')}
        required
      >
        <TextArea name="body" rows={4} maxLength={2000} defaultValue={template?.body} />
      </Field>
      {isRemoved && !form.action.refusal && (
        <Notice kind="warn">
          <p role="alert">{removedWords}</p>
        </Notice>
      )}
      <Refusal action={form.action} />
      <SeeRow
        action={form.action}
        onSee={() => {
          removeWordDraft(draft)
          setHeld(undefined)
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Saving...">
          {isRemoved ? 'Save as new words' : template ? 'Save words' : 'Add words'}
        </Button>
        {onDone && (
          <Button size="sm" variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </FormElement>
  )
}
