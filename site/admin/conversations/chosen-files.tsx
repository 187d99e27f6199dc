/** Files that are chosen to be sent along with a message. */
import { type ChangeEvent, useId } from 'react'
import { adminPaths } from '#domain/admin/admin.ts'
import {
  type ConversationType,
  type MessageFile,
  messageFileMessages,
  messageFilesMax,
  messageFileTypes,
  messageFileUploadBytesMax,
} from '#domain/admin/conversations.ts'
import { formatBytes } from '#domain/file-sizes.ts'
import { fetchJson, longTimeoutMs } from '#site/lib/call-server.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

interface ChosenFilesProps {
  table: ConversationType
  recordId: string
  files: readonly MessageFile[]
  disabled: boolean
  onChange: (files: MessageFile[]) => void
  state: FilesState
  onState: (state: FilesState) => void
}

/** What the message waits for: a file that is on its way, or that was refused. */
export interface FilesState {
  isSending?: boolean
  problem?: string
}

/** Each is sent as it is chosen, so that what cannot go along is said before the message is written. */
export function ChosenFiles(props: ChosenFilesProps) {
  const { table, recordId, files, disabled, onChange, onState } = props
  const { isSending, problem } = props.state
  const id = useId()

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(event.target.files ?? [])]
    // The same file may be chosen again after a refusal.
    event.target.value = ''
    if (files.length + chosen.length > messageFilesMax)
      return onState({ problem: `At most ${messageFilesMax} files go with a message` })
    onState({ isSending: true })
    const taken = [...files]
    const problems: string[] = []
    for (const file of chosen) {
      try {
        taken.push(await sendFile(table, recordId, file))
        onChange([...taken])
      } catch (error) {
        problems.push(`${file.name}: ${(error as Error).message}`)
      }
    }
    onState(problems.length > 0 ? { problem: problems.join(' ') } : {})
  }

  return (
    <div className="grid gap-2">
      <Field
        id={id}
        label="Choose files"
        help={`Pictures, PDF or Word, at most ${messageFilesMax}`}
        error={problem}
      >
        <TextInput
          type="file"
          multiple
          accept={[...Object.values(messageFileTypes), 'image/png', 'image/webp'].join(',')}
          disabled={disabled || isSending}
          onChange={(event) => void choose(event)}
        />
      </Field>
      {isSending && <p role="status">Sending the file...</p>}
      {files.length > 0 && (
        <ul className="ruled" aria-label="Chosen files">
          {files.map((file) => (
            <li key={file.path} className="flex flex-wrap items-center gap-3">
              <span className="me-auto wrap-anywhere">
                {file.name} ({formatBytes(file.bytes)})
              </span>
              <Button
                size="sm"
                variant="quiet"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter(({ path }) => path !== file.path))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Rejects with a sentence for people. */
async function sendFile(table: ConversationType, id: string, file: File): Promise<MessageFile> {
  // With room for what a form adds to it.
  if (file.size > messageFileUploadBytesMax - 10_000) throw new Error(messageFileMessages.unreadable)
  const form = new FormData()
  form.set('file', file)
  const { path, name, bytes } = await fetchJson<MessageFile>(
    'POST',
    `${adminPaths.messageFile}?${new URLSearchParams({ recordType: table, recordId: id })}`,
    form,
    { timeoutMs: longTimeoutMs, fallback: 'The file did not arrive. Please try again.' },
  )
  return { path, name, bytes }
}
