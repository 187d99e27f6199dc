/** A picture or a PDF for an order: scaled down on the device where it can be, sent at once, with progress. */

import { useId, useRef, useState } from 'react'
import { questionNotes } from '#domain/form-words.ts'
import { marketMessages, type OrderUploadKind, orderUploadBytesMax } from '#domain/market/market-orders.ts'
import { attachWords as words } from '#domain/market/payment-words.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { encodeFile, readableSize } from '#site/lib/encode-photo.ts'
import { BandProgress } from '#site/ui/band-progress.tsx'
import { Button } from '#site/ui/button.tsx'
import { FieldError } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icons.tsx'
import type { OrderClient } from './order-client.ts'

const pdf = 'application/pdf'

export interface Attached {
  path: string
  name: string
}

interface AttachFilesProps {
  orderClient: OrderClient
  kind: OrderUploadKind
  label: string
  help: string
  /** At most so many. */
  max: number
  /** The order waits for it. */
  isNeeded?: boolean
  attached: readonly Attached[]
  onChange: (attached: readonly Attached[]) => void
}

export function AttachFiles({
  orderClient,
  kind,
  label,
  help,
  max,
  isNeeded,
  attached,
  onChange,
}: AttachFilesProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(attached)
  latest.current = attached

  async function send(file: File) {
    setProblem(null)
    setSending({ name: file.name, share: 0 })
    try {
      const content = await prepare(file, kind)
      const path = await orderClient.upload(kind, content, (share) => setSending({ name: file.name, share }))
      onChange([...latest.current, { path, name: file.name }])
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setSending(null)
      if (box.current) box.current.value = ''
    }
  }

  const isFull = attached.length >= max
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label} {!isNeeded && <span className="field-note">{questionNotes.optional}</span>}
      </label>
      <p id={`${id}-help`} className="field-help">
        {help}
      </p>
      {attached.length > 0 && (
        <ul className="grid gap-1">
          {attached.map(({ path, name }) => (
            <li key={path} className="flex items-center justify-between gap-3 border-b border-line py-1">
              <span className="flex min-w-0 items-center gap-2">
                <Icon name="check" />
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </span>
              <Button
                size="sm"
                variant="quiet"
                aria-label={words.describeRemove(name)}
                onClick={() => onChange(attached.filter((one) => one.path !== path))}
              >
                {words.removeLabel}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <input
          ref={box}
          id={id}
          type="file"
          className="input"
          accept={kind === 'proof' ? 'image/*,application/pdf' : 'image/*'}
          disabled={sending !== null}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-help ${id}-error` : `${id}-help`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) void send(file)
          }}
        />
      )}
      {sending && (
        <div role="status" className="grid gap-2">
          <p id={`${id}-progress`} className="wrap-anywhere">
            {words.describeSending(sending.name)}
          </p>
          <BandProgress share={sending.share} labelledBy={`${id}-progress`} />
        </div>
      )}
      <FieldError id={`${id}-error`} message={problem ?? undefined} />
    </div>
  )
}

/** Pictures are drawn again on the device: small, and without the place where they were taken. */
async function prepare(file: File, kind: OrderUploadKind): Promise<Blob> {
  if (kind === 'proof' && file.type === pdf) {
    if (file.size > orderUploadBytesMax) throw new ServerError(413, words.tooLarge)
    return file
  }
  try {
    return await encodeFile(file, readableSize)
  } catch {
    throw new ServerError(
      422,
      kind === 'proof' ? marketMessages.proofUnreadable : marketMessages.photoUnreadable,
    )
  }
}
