/** A file of a message, opened by an address that is good for a minute. */
import { type AccessRequest, adminPaths } from '#domain/admin/admin.ts'
import type { ConversationType, MessageFile } from '#domain/admin/conversations.ts'
import { formatBytes } from '#domain/file-sizes.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { openTab } from '#site/lib/open-tab.ts'
import { Button } from '#site/ui/button.tsx'

interface OpenMessageFileProps {
  table: ConversationType
  recordId: string
  file: MessageFile
  isFromStaff: boolean
}

export function OpenMessageFile({ table, recordId, file, isFromStaff }: OpenMessageFileProps) {
  const action = useAction({
    tables: [],
    done: { title: 'File opened', text: 'Its address is good for a minute. The look is in the audit trail.' },
  })

  async function find(): Promise<string> {
    const what = 'message_file' as const
    const request: AccessRequest = { recordType: table, recordId, what, path: file.path }
    return (await fetchJson<{ url: string }>('POST', adminPaths.access, request)).url
  }

  return (
    <div className="grid gap-1 justify-items-start">
      <Refusal action={action} />
      <Button
        size="sm"
        variant="outline"
        className="wrap-anywhere"
        busy={action.isBusy}
        busyLabel="Opening..."
        onClick={() => void openTab(action, find)}
      >
        {file.name} ({formatBytes(file.bytes)})
      </Button>
      {!isFromStaff && (
        <span className="text-sm text-stone">
          From outside: do not follow its links or type a password into it.
        </span>
      )}
    </div>
  )
}
