/** The rows of one table of content: each with its form where it stands, in groups where the list is long. */
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ContentDraft } from '#domain/admin/admin.ts'
import type { DraftChange } from '#domain/content-drafts.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { type Action, type ActionOptions, useAction } from '#site/admin/use-action.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import type { AppClient } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'
import { ContentForm } from './content-form.tsx'
import { contentRowsQuery, isSameKey, joinKey, keyOf, usePublishedRows } from './content-rows.ts'
import type { ContentRow, ContentTable } from './content-table.ts'

interface TableEditorProps {
  table: ContentTable
  draft: ContentDraft | null
  /** The joined key of the row whose form is open at first. */
  firstOpened: string | null
}

export function TableEditor({ table, draft, firstOpened }: TableEditorProps) {
  const { can } = usePermissions()
  const mayChange = !table.right || can(table.right)
  const rows = useQuery(contentRowsQuery(table))
  const published = usePublishedRows([table.table])
  /** The row of the open form, by its joined key: the rows themselves are read again at times. */
  const [opened, setOpened] = useState<string | null>(firstOpened)
  const close = () => setOpened(null)
  const place = useRef<HTMLDivElement>(null)
  const lastOpened = useRef(opened)
  // A form that closes leaves the focus to the button that opens it.
  useEffect(() => {
    const opener = `[data-opens="${CSS.escape(lastOpened.current ?? '')}"]`
    if (opened === null && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>(opener)?.focus()
    lastOpened.current = opened
  }, [opened])
  const saving: ActionOptions = {
    tables: ['content_drafts'],
    done: { title: 'In the draft', text: 'Nobody sees it before it is published.' },
    onDone: close,
  }
  const removing = useAction(saving)
  /** Also while one of its forms saves: a change is written from the draft as it was before the one that is under way. */
  const isChanging = useIsMutating() > 0
  const changes = draft?.changes ?? []

  const findChange = (key: DraftChange['key']) =>
    key && changes.find((other) => other.table === table.table && isSameKey(other.key, key))
  /** As the draft has it. */
  const drafted = (row: ContentRow) => ({
    ...row,
    ...(findChange(keyOf(table, row))?.values as ContentRow | undefined),
  })
  /** A second change of a row comes on top of the first. */
  function write(change: DraftChange) {
    const before = findChange(change.key)
    const whole =
      before?.verb === 'update' && change.verb === 'update'
        ? { ...change, values: { ...before.values, ...change.values } }
        : change
    return (client: AppClient) =>
      rpcAdmin(client, 'save_draft', {
        id: draft?.id ?? null,
        title: draft?.title ?? `Changes of ${table.label.toLowerCase()}`,
        changes: [...changes.filter((other) => other !== before), whole],
        expected_updated_at: draft?.updated_at ?? null,
      })
  }

  function renderRow(row: ContentRow) {
    const key = keyOf(table, row)
    const isOpen = opened === joinKey(key)
    return (
      <li key={joinKey(key)} className="grid gap-3">
        <div className={cx('flex items-center gap-x-3', table.mayAdd && 'flex-wrap')}>
          <span className="me-auto wrap-anywhere">
            <strong className="font-medium">{table.nameOf(row)}</strong>
            {table.detailOf && <span className="ms-3 text-stone">{table.detailOf(row)}</span>}
            {findChange(key) && <span className="status status-pending ms-3">In the draft</span>}
          </span>
          {mayChange && (
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Change ${table.nameOf(row)}`}
              aria-expanded={isOpen}
              data-opens={joinKey(key)}
              onClick={() => setOpened(joinKey(key))}
            >
              Change
            </Button>
          )}
          {table.mayAdd && (
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Remove ${table.nameOf(row)}`}
              disabled={isChanging}
              onClick={() => void removing.run(write({ table: table.table, verb: 'delete', key }))}
            >
              Remove
            </Button>
          )}
        </div>
        {isOpen && mayChange && (
          <Opened isFirst={joinKey(key) === firstOpened}>
            <ContentForm
              table={table}
              row={drafted(row)}
              saving={saving}
              write={(values) => write({ table: table.table, verb: 'update', key, values })}
              renderRefusal={renderRefusal}
              onCancel={close}
            />
          </Opened>
        )}
      </li>
    )
  }

  return (
    <div ref={place} className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4">
      {renderRefusal(removing)}
      {!mayChange && <p className="text-stone">Somebody who may change the settings changes these.</p>}
      {table.mayAdd && opened !== 'new' && (
        <div>
          <Button size="sm" variant="outline" data-opens="new" onClick={() => setOpened('new')}>
            Add to {table.label.toLowerCase()}
          </Button>
        </div>
      )}
      {opened === 'new' && (
        <ContentForm
          table={table}
          row={null}
          saving={saving}
          write={(values) => write({ table: table.table, verb: 'insert', values })}
          renderRefusal={renderRefusal}
          onCancel={close}
        />
      )}
      <QueryState query={rows} errorText="This could not be loaded.">
        {(result) =>
          result.length === 0 ? (
            <p className="text-stone">Nothing stands here yet.</p>
          ) : (
            (table.groupsOf?.(result, published) ?? [{ title: '', rows: result }]).map(
              ({ title, rows: group }) => (
                <section key={title} aria-label={title || table.label} className="content-group">
                  {title && <h2>{title}</h2>}
                  <ul className="ruled">{group.map(renderRow)}</ul>
                </section>
              ),
            )
          )
        }
      </QueryState>
    </div>
  )
}

const renderRefusal = (action: Action) => (
  <>
    <Refusal action={action} />
    {action.field === 'draft' && <p>The draft above is as it is now. What you typed is kept.</p>}
  </>
)

/** Where an address opens a form, reading begins there. */
function Opened({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isFirst) return
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true })
  }, [isFirst])
  return <div ref={place}>{children}</div>
}
