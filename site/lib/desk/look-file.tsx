/** A file that a record holds, opened by an address that is good for a minute; the look is written down first. */
import { deskPaths, type LookRequest } from '#domain/desk.ts'
import { callServer } from '#site/lib/call-server.ts'
import { Refusal } from '#site/lib/desk/refusal.tsx'
import { useAction } from '#site/lib/desk/use-action.ts'
import { Button } from '#site/ui/button.tsx'

export function LookFile({ request, label }: { request: LookRequest; label: string }) {
  const action = useAction({
    tables: [],
    done: { title: 'File opened', text: 'Its address is good for a minute. The look is in the audit trail.' },
  })

  function open() {
    // Opened while the tap is still being handled: later it would be blocked as a pop-up.
    const tab = window.open('', '_blank')
    action.run(async () => {
      try {
        const { url } = (await (await callServer('POST', deskPaths.look, request)).json()) as { url: string }
        if (!tab) return null
        tab.opener = null
        tab.location.replace(url)
      } catch (error) {
        tab?.close()
        throw error
      }
      return null
    })
  }

  return (
    <div className="grid gap-2">
      <Refusal action={action} />
      <div>
        <Button size="sm" variant="outline" busy={action.isBusy} busyLabel="Opening..." onClick={open}>
          {label}
        </Button>
      </div>
    </div>
  )
}
