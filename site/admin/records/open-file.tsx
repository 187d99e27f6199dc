/** A file that a record holds, opened by an address that is good for a minute; the access is written down first. */
import { type AccessRequest, adminPaths } from '#domain/admin/admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { openTab } from '#site/lib/open-tab.ts'
import { Button } from '#site/ui/button.tsx'

/** Stored as they came, while photos are drawn again. */
const fromStrangers: readonly AccessRequest['what'][] = ['cv', 'payment_proof', 'credit_draft']

export function OpenFile({ request, label }: { request: AccessRequest; label: string }) {
  const action = useAction({
    tables: [],
    done: { title: 'File opened', text: 'Its address is good for a minute. The look is in the audit trail.' },
  })

  async function query(): Promise<string> {
    return (await fetchJson<{ url: string }>('POST', adminPaths.access, request)).url
  }

  return (
    <div className="grid gap-2">
      <Refusal action={action} />
      <div>
        <Button
          size="sm"
          variant="outline"
          data-step={request.what}
          busy={action.isBusy}
          busyLabel="Opening..."
          onClick={() => void openTab(action, query)}
        >
          {label}
        </Button>
      </div>
      {fromStrangers.includes(request.what) && (
        <p className="text-sm">
          From a stranger: we looked for scripts in it, but do not follow its links or type a password into
          it.
        </p>
      )}
    </div>
  )
}
