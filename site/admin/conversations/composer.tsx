/** The form that writes to the person of a record: what is typed stays on the device until it is sent. */
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { fillTemplate, type MessageFile, messageMax } from '#domain/admin/conversations.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { noteOwnChange } from '#site/admin/records/own-changes.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { readDraft } from '#site/lib/draft.ts'
import { type Attempt, planAttempt } from '#site/lib/form/attempt.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useDraft } from '#site/lib/form/use-draft.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, Select, TextArea } from '#site/ui/inputs.tsx'
import type { FilesState } from './chosen-files.tsx'
import { type ConversationProps, draftOf, replyTemplatesQuery } from './conversation-data.ts'

/** Why a message with this of its files is not sent; null where nothing holds it. */
const sayHeld = ({ isSending, problem }: FilesState) =>
  isSending
    ? 'A file is still on its way. Please wait until it stands in the list.'
    : problem
      ? `Not sent yet. ${problem.replace(/\.$/, '')}. To send the message without it, press Send again.`
      : null

const ChosenFiles = loadPart(async () => (await import('./chosen-files.tsx')).ChosenFiles)

interface Draft {
  body: string
  files: MessageFile[]
  attempt?: Attempt
}

const nothing: Draft = { body: '', files: [] }

export function Composer({ table, id, name, email, mayMarkAnswered = false }: ConversationProps) {
  const fieldId = useId()
  const { userId = '' } = useAuth()
  const box = useRef<HTMLTextAreaElement>(null)
  const key = draftOf(table, id)
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(key, userId)?.values ?? nothing)
  /** Stays as it is: what was opened is not shut by the last file that goes. */
  const [hadFiles] = useState(draft.files.length > 0)
  const store = useDraft<Draft>(key, userId)
  const [ofFiles, setOfFiles] = useState<FilesState>({})
  const [marks, setMarks] = useState(true)
  const form = useActionForm({
    id: fieldId,
    tables: [table, 'mails'],
    done: { title: 'Message sent', ...(email && { text: `It goes to ${email}.` }) },
    atField: ['body'],
    read(_, refuse) {
      if (!draft.body.trim()) return refuse('body', 'Write your message first.')
      const held = sayHeld(ofFiles)
      if (held) {
        // What was said once is known: the next try goes without it.
        if (!ofFiles.isSending) setOfFiles({})
        return refuse('files', held)
      }
      const message = {
        record_type: table,
        record_id: id,
        body: draft.body.trim(),
        files: draft.files.map(({ path }) => path),
        mark_answered: mayMarkAnswered && marks,
      }
      // The same words after a lost line are the same message, also after a reload.
      const attempt = planAttempt([message.body, message.files], draft.attempt)
      const planned = { ...draft, attempt }
      setDraft(planned)
      store.saveNow(planned)
      if (message.mark_answered) noteOwnChange(id)
      return (client) => rpcAdmin(client, 'send_record_message', { ...message, attempt: attempt.key })
    },
    onDone() {
      setDraft(nothing)
      store.remove()
      box.current?.focus()
    },
  })

  function change(next: Draft) {
    setDraft(next)
    store.save(next)
  }

  /** What is typed while a file is on its way stays. */
  function changeFiles(files: MessageFile[]) {
    setDraft((before) => {
      const next = { ...before, files }
      store.save(next)
      return next
    })
  }

  function begin(words: string) {
    change({ ...draft, body: draft.body.trim() ? `${draft.body.trimEnd()}\n\n${words}` : words })
    if (!box.current) return
    form.takeBack(box.current)
    box.current.focus()
  }

  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }

  if (!email && table !== 'orders')
    return (
      <p data-step="message" tabIndex={-1}>
        There is no email address to write to. Please ring them.
      </p>
    )
  return (
    <FormElement form={form} className="grid gap-3" label={`Write to ${name}`}>
      <Field
        id={`${fieldId}-body`}
        label={table === 'orders' ? 'Write to the buyer' : `Write to ${name}`}
        help={`${sayWhere(email, table === 'orders')} Ctrl+Enter sends it.`}
        error={form.problemOf('body')}
      >
        <TextArea
          ref={box}
          name="body"
          data-step="message"
          rows={4}
          maxLength={messageMax(table)}
          value={draft.body}
          aria-keyshortcuts="Control+Enter"
          onChange={(event) => change({ ...draft, body: event.target.value })}
          onKeyDown={sendByKey}
        />
      </Field>
      <Refusal action={form.action} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {mayMarkAnswered && (
          <Checkbox
            id={`${fieldId}-marks`}
            label="Mark the message as answered"
            checked={marks}
            onChange={(event) => setMarks(event.target.checked)}
          />
        )}
        <Button
          type="submit"
          size="sm"
          variant={mayMarkAnswered ? 'primary' : 'outline'}
          busy={form.isBusy}
          busyLabel="Sending..."
        >
          Send message
        </Button>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Templates id={`${fieldId}-template`} table={table} name={name} onChoose={begin} />
        {email && (
          <FoldedPart title="Send files along" isOpen={hadFiles}>
            {() => (
              <ChosenFiles
                table={table}
                recordId={id}
                files={draft.files}
                disabled={form.isBusy}
                onChange={changeFiles}
                state={ofFiles}
                onState={(state) => {
                  form.action.reset()
                  setOfFiles(state)
                }}
              />
            )}
          </FoldedPart>
        )}
      </div>
    </FormElement>
  )
}

interface TemplatesProps extends Pick<ConversationProps, 'table' | 'name'> {
  id: string
  onChoose: (words: string) => void
}

/** The words that staff have put down for answers of this kind. */
function Templates({ id, table, name, onChoose }: TemplatesProps) {
  const { data = [] } = useQuery(replyTemplatesQuery)
  const own = data.filter(({ record_type }) => record_type === null || record_type === table)
  if (own.length === 0) return null
  return (
    <Field id={id} label="Words to begin with" help="They are added to what is written">
      <Select
        value=""
        placeholder="Choose"
        options={own.map((template) => ({ value: String(template.id), label: template.title }))}
        onChange={({ target }) => {
          const template = own.find((known) => String(known.id) === target.value)
          if (template) onChoose(fillTemplate(template.body, name))
        }}
      />
    </Field>
  )
}

function sayWhere(email: string | null | undefined, isOrder: boolean): string {
  const page = 'the page of their order'
  if (!email) return `They have no email address, and read it on ${page}.`
  return isOrder ? `It goes to ${email}, and stands on ${page}.` : `It goes to ${email}.`
}
