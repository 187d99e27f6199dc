/** Files that are chosen to be sent along with a message. */
import { type ChangeEvent, useId, useState } from 'react'
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
}

/** Each is sent as it is chosen, so that what cannot go along is said before the message is written. */
export function ChosenFiles({ table, recordId, files, disabled, onChange }: ChosenFilesProps) {
  const id = useId()
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(event.target.files ?? [])]
    // The same file may be chosen again after a refusal.
    event.target.value = ''
    setProblem(undefined)
    if (files.length + chosen.length > messageFilesMax)
      return setProblem(`At most ${messageFilesMax} files go with a message`)
    setIsSending(true)
    const taken = [...files]
    for (const file of chosen) {
      try {
        taken.push(await sendFile(table, recordId, file))
        onChange([...taken])
      } catch (error) {
        setProblem(`${file.name}: ${(error as Error).message}`)
      }
    }
    setIsSending(false)
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
