/** The filtered list as a file: chosen, fetched as it is generated, with a line that says how far it is. */
import { useId, useState } from 'react'
import { adminPaths, type ExportFormat } from '#domain/admin/admin.ts'
import { getLagosDay } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { callServer, fetchJson, ServerError } from '#site/lib/call-server.ts'
import { makeUuid } from '#site/lib/random-uuid.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, Select } from '#site/ui/inputs.tsx'
import type { ExportedList } from './exported-list.ts'

interface ExportDialogProps extends ExportedList {
  isOpen: boolean
  onClose: () => void
}

export function ExportDialog({ isOpen, onClose, type, state, ids }: ExportDialogProps) {
  const id = useId()
  const { can } = usePermissions()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [unmasked, setUnmasked] = useState(false)
  const [progress, setProgress] = useState<string | null>(null)
  const action = useAction({
    tables: [],
    done: { title: 'Export ready', text: 'The file is among your downloads.' },
    onDone: onClose,
  })

  function start() {
    const request = {
      id: makeUuid(),
      type,
      format,
      status: state.status || undefined,
      search: state.search || undefined,
      isOverdue: state.isOverdue || undefined,
      assignee: state.assignee || undefined,
      filters: Object.keys(state.filters ?? {}).length > 0 ? state.filters : undefined,
      ids,
      since: state.since || undefined,
      until: state.until || undefined,
      unmasked: unmasked || undefined,
    }
    action.run(async () => {
      try {
        await fetchExport(request, `${type}-${getLagosDay(new Date())}.${format}`, setProgress)
      } finally {
        setProgress(null)
      }
      return null
    })
  }

  return (
    <Dialog
      open={isOpen}
      title={ids ? `Export ${formatCount(ids.length)} of this list` : 'Export this list'}
      onClose={onClose}
      actions={
        <>
          <Button busy={action.isBusy} busyLabel={progress ?? 'Starting...'} onClick={start}>
            Export
          </Button>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <SecondStepNotice />
      <p>
        {ids
          ? 'What you selected, as it is now.'
          : 'Everything that the search and the filters find, not only this page.'}{' '}
        The export is in the audit trail.
      </p>
      <Field id={`${id}-format`} label="File">
        <Select
          options={[
            { value: 'csv', label: 'CSV, for any program' },
            { value: 'xlsx', label: 'XLSX, for a spreadsheet' },
          ]}
          value={format}
          onChange={(event) => setFormat(event.target.value === 'xlsx' ? 'xlsx' : 'csv')}
        />
      </Field>
      {can('exports.unmasked') && (
        <Checkbox
          id={`${id}-unmasked`}
          label="With whole email addresses and phone numbers"
          checked={unmasked}
          onChange={(event) => setUnmasked(event.target.checked)}
        />
      )}
      <Refusal action={action} />
    </Dialog>
  )
}

const progressEveryMs = 700

async function fetchExport(
  request: { id: string },
  fileName: string,
  report: (progress: string) => void,
): Promise<void> {
  // It takes as long as it takes: the list may be long, and its progress is shown.
  const response = await callServer('POST', adminPaths.export, request, {
    signal: new AbortController().signal,
    fallback: 'The export could not be made. Please try again.',
  })
  const total = Number(response.headers.get('x-total-rows') ?? 0)
  const timer = setInterval(() => {
    fetchJson<{ rows: number }>('GET', `${adminPaths.exportProgress}?id=${request.id}`)
      .then(({ rows }) => report(`${rows} of ${total}...`))
      .catch(() => {}) // the file itself is what counts
  }, progressEveryMs)
  try {
    saveFile(fileName, await response.blob())
  } catch {
    throw new ServerError(0, 'The export broke off. Please try again.')
  } finally {
    clearInterval(timer)
  }
}
