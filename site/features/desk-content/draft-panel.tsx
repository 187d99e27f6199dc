/** The draft: what it changes, the page as it would be, and publishing all of it or none. */
import { useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { type ContentDraft, deskPaths } from '#domain/desk.ts'
import { contentTables } from '#site/features/desk-content/content-tables.ts'
import { callServer } from '#site/lib/call-server.ts'
import { rpcDesk } from '#site/lib/desk/call-desk.ts'
import { Refusal } from '#site/lib/desk/refusal.tsx'
import { useAction } from '#site/lib/desk/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'

const verbs = { insert: 'Added', update: 'Changed', delete: 'Removed' }

const pages = [
  '/',
  '/board',
  '/careers',
  '/agriculture',
  '/sustainable-farming',
  '/rural-education',
  '/poultry-development',
  '/real-estate-construction',
  '/company-representation',
  '/general-contract',
  '/contact',
]

export function DraftPanel({ draft }: { draft: ContentDraft | null }) {
  const changed = ['content_drafts', ...contentTables.map(({ table }) => table)]
  const first = contentTables.find(({ table }) => table === draft?.changes[0]?.table)?.path ?? '/'
  const [page, setPage] = useState<string | null>(null)
  const previewing = useAction({
    tables: [],
    done: { title: 'Preview opened', text: 'It is good for ten minutes.' },
  })
  const publishing = useAction({
    tables: changed,
    done: { title: 'Published', text: 'The pages are drawn anew.' },
  })
  const dropping = useAction({ tables: ['content_drafts'], done: { title: 'Draft dropped' } })
  if (!draft) return <p className="text-stone">No draft is open. The first change makes one.</p>

  function preview(id: string) {
    // Opened while the tap is still being handled: later it would be blocked as a pop-up.
    const tab = window.open('', '_blank')
    previewing.run(async () => {
      try {
        const answer = await callServer('POST', deskPaths.preview, { draftId: id, path: page ?? first })
        const { path } = (await answer.json()) as { path: string }
        tab?.location.replace(path)
      } catch (error) {
        tab?.close()
        throw error
      }
      return null
    })
  }

  return (
    <Panel title="Draft" aside={<span className="num text-sm">{formatDateTime(draft.updated_at)}</span>}>
      <div className="grid gap-4">
        <ul className="ruled">
          {draft.changes.map((change) => (
            <li key={JSON.stringify(change)} className="wrap-anywhere">
              <strong>{verbs[change.verb]}</strong>{' '}
              {contentTables.find(({ table }) => table === change.table)?.label.toLowerCase()}{' '}
              {Object.values(change.key ?? {}).join(', ')}
              {change.values && `: ${Object.keys(change.values).join(', ').replaceAll('_', ' ')}`}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-3">
          <Select
            className="max-w-60"
            aria-label="Page to preview"
            options={pages}
            value={page ?? first}
            onChange={(event) => setPage(event.target.value)}
          />
          <Button
            size="sm"
            variant="outline"
            busy={previewing.isBusy}
            busyLabel="Drawing..."
            onClick={() => preview(draft.id)}
          >
            Preview
          </Button>
          <Button
            size="sm"
            busy={publishing.isBusy}
            busyLabel="Publishing..."
            onClick={() => publishing.run((client) => rpcDesk(client, 'publish_draft', { id: draft.id }))}
          >
            Publish
          </Button>
          <Button
            size="sm"
            variant="quiet"
            busy={dropping.isBusy}
            busyLabel="Dropping..."
            onClick={() => dropping.run((client) => rpcDesk(client, 'drop_draft', { id: draft.id }))}
          >
            Drop the draft
          </Button>
        </div>
        <Refusal action={previewing} />
        <Refusal action={publishing} />
        <Refusal action={dropping} />
      </div>
    </Panel>
  )
}
