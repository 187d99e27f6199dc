/** Content of the pages: changed in a draft, looked at as a page, then published as a whole. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ContentDraft, DraftChange } from '#domain/admin/admin.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Tabs } from '#site/ui/tabs.tsx'
import { ContentForm } from './content-form.tsx'
import { contentRowsQuery, isSameKey, keyOf } from './content-rows.ts'
import { type ContentRow, type ContentTable, contentTables } from './content-tables.ts'
import { DraftPanel } from './draft-panel.tsx'
import { type BroughtTexts, LegalTexts } from './legal-texts.tsx'
import { PublishedContentList } from './published-content.tsx'

async function readDraft(): Promise<ContentDraft | null> {
  const { data, error } = await (await getSupabase())
    .from('content_drafts')
    .select('id,title,changes,author_id,created_at,updated_at,published_at')
    .is('published_at', null)
    .order('updated_at', { ascending: false })
    .limit(1)
    .maybeSingle()
  if (error) throw error
  return data as ContentDraft | null
}

export function ContentPage({ broughtTexts }: { broughtTexts: BroughtTexts }) {
  const [params, setParams] = useSearchParams()
  const draft = useQuery({ queryKey: ['content_drafts'], queryFn: readDraft })
  const shown = params.get('of') ?? contentTables[0]?.table ?? ''
  return (
    <QueryState query={draft} errorText="The draft could not be loaded.">
      {(result) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <DraftPanel draft={result} />
          <Tabs
            label="Content"
            keepAlive={false}
            value={shown}
            onValueChange={(of) => setParams({ of }, { replace: true, preventScrollReset: true })}
            tabs={[
              ...contentTables.map((table) => ({
                id: table.table,
                label: table.label,
                panel: <TableEditor table={table} draft={result} />,
              })),
              { id: 'legal', label: 'Terms and privacy', panel: <LegalTexts brought={broughtTexts} /> },
            ]}
          />
          <PublishedContentList />
        </div>
      )}
    </QueryState>
  )
}

function TableEditor({ table, draft }: { table: ContentTable; draft: ContentDraft | null }) {
  const rows = useQuery(contentRowsQuery(table))
  /** The row of the open form, by its key: the rows themselves are read again at times. */
  const [opened, setOpened] = useState<DraftChange['key'] | 'new' | null>(null)
  const action = useAction({
    tables: ['content_drafts'],
    done: { title: 'In the draft', text: 'Nobody sees it before it is published.' },
    onDone: () => setOpened(null),
  })
  const changes = draft?.changes ?? []

  const findChange = (key: DraftChange['key']) =>
    key && changes.find((other) => other.table === table.table && isSameKey(other.key, key))
  /** As the draft has it. */
  const drafted = (row: ContentRow) => ({
    ...row,
    ...(findChange(keyOf(table, row))?.values as ContentRow | undefined),
  })
  const refusal = (
    <>
      <Refusal action={action} />
      {action.field === 'draft' && <p>The draft above is as it is now. What you typed is kept.</p>}
    </>
  )

  /** A second change of a row comes on top of the first. */
  function save(change: DraftChange) {
    const before = findChange(change.key)
    const whole =
      before?.verb === 'update' && change.verb === 'update'
        ? { ...change, values: { ...before.values, ...change.values } }
        : change
    action.run((client) =>
      rpcAdmin(client, 'save_draft', {
        id: draft?.id ?? null,
        title: draft?.title ?? `Changes of ${table.label.toLowerCase()}`,
        changes: [...changes.filter((other) => other !== before), whole],
        expected_updated_at: draft?.updated_at ?? null,
      }),
    )
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4">
      {opened === null && refusal}
      {table.mayAdd && opened !== 'new' && (
        <div>
          <Button size="sm" variant="outline" onClick={() => setOpened('new')}>
            Add to {table.label.toLowerCase()}
          </Button>
        </div>
      )}
      {opened === 'new' && (
        <ContentForm
          table={table}
          row={null}
          isBusy={action.isBusy}
          refusal={refusal}
          onCancel={() => setOpened(null)}
          onSubmit={(values) => save({ table: table.table, verb: 'insert', values })}
        />
      )}
      <QueryState query={rows} errorText="This could not be loaded.">
        {(result) => (
          <ul className="ruled">
            {result.map((row) => (
              <li key={JSON.stringify(keyOf(table, row))} className="grid gap-3">
                <div className="flex flex-wrap items-center gap-3">
                  <span className="me-auto wrap-anywhere">
                    {table.nameOf(row)}
                    {findChange(keyOf(table, row)) && (
                      <span className="status status-pending ms-3">In the draft</span>
                    )}
                  </span>
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={`Change ${table.nameOf(row)}`}
                    onClick={() => setOpened(keyOf(table, row))}
                  >
                    Change
                  </Button>
                  {table.mayAdd && (
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={`Remove ${table.nameOf(row)}`}
                      disabled={action.isBusy}
                      onClick={() => save({ table: table.table, verb: 'delete', key: keyOf(table, row) })}
                    >
                      Remove
                    </Button>
                  )}
                </div>
                {opened !== null && opened !== 'new' && isSameKey(opened, keyOf(table, row)) && (
                  <ContentForm
                    table={table}
                    row={drafted(row)}
                    isBusy={action.isBusy}
                    refusal={refusal}
                    onCancel={() => setOpened(null)}
                    onSubmit={(values) =>
                      save({ table: table.table, verb: 'update', key: keyOf(table, row), values })
                    }
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  )
}
