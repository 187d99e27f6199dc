/** Above a list: the views that it brings, those that colleagues share, and one's own. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { usePermissions } from '#site/account/my-permissions.ts'
import { printedView } from '#site/admin/printed-view.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import type { ListView } from './admin-kind.ts'
import { loadDialog, loadPart } from './load-part.tsx'
import type { ListStateControls } from './use-list-state.ts'
import { viewsKey } from './views-key.ts'

interface ListViewsProps {
  /** By which name views of this list are stored. */
  name: string
  views: readonly ListView[]
  list: ListStateControls
  /** The columns that are shown, saved with a view; '' for all. */
  columns: string
}

interface ViewButtonProps extends ListView {
  list: ListStateControls
  shown?: string
}

const RemoveView = loadPart(async () => (await import('./remove-view.tsx')).RemoveView)
const SaveView = loadDialog(async () => (await import('./save-view.tsx')).SaveView)

async function readViews(name: string) {
  const { data, error } = await (await getSupabase())
    .from('saved_views')
    .select('id,title,query,is_shared,owner_id')
    .eq('list', name)
    .order('title')
  if (error) throw error
  return data
}

export function ListViews({ name, views, list, columns }: ListViewsProps) {
  const { userId } = useAuth()
  const { can } = usePermissions()
  const [isSaving, setIsSaving] = useState(false)
  const saved = useQuery({ queryKey: viewsKey(name), queryFn: () => readViews(name) })
  const own = saved.data ?? []
  const query = withColumns(list.query, columns)
  const shown = views.filter((view) => !view.isQuiet || sameQuery(view.query, list.query))
  const isKnown = [...views, ...own].some((view) => sameQuery(view.query, query))
  const pressed = [...views, ...own].find(
    ({ query: of }) => sameQuery(of, list.query) || sameQuery(of, query),
  )
  useEffect(() => {
    printedView.set(pressed?.title ?? '')
    return () => printedView.set('')
  }, [pressed?.title])
  // An order alone is no view to save: the line would come with the press on a head, and move it from under the second press.
  const chosen = new URLSearchParams(query)
  const place = useRef<HTMLDivElement>(null)
  const wasSaving = useRef(false)
  // The button that opened the dialog goes with the view that it saved, which stands there now.
  useEffect(() => {
    if (!wasSaving.current || !isKnown) return
    wasSaving.current = false
    if (document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
  }, [isKnown])
  chosen.delete('sort')
  if (views.length === 0 && own.length === 0 && chosen.size === 0) return null
  return (
    <div ref={place} className="list-views">
      <ul aria-label="Views">
        <li>
          <ViewButton title="All" query="" list={list} />
        </li>
        {shown.map((view) => (
          <li key={view.query}>
            <ViewButton {...view} list={list} />
          </li>
        ))}
        {own.map((view) => (
          <li key={view.id} className={view.is_shared ? undefined : 'own'}>
            <ViewButton title={view.title} query={view.query} list={list} shown={query} />
            {(view.owner_id === userId || (view.is_shared && can('roles.manage'))) &&
              sameQuery(view.query, list.query) && <RemoveView view={view} />}
          </li>
        ))}
      </ul>
      {query !== '' && !isKnown && (
        <>
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              wasSaving.current = true
              setIsSaving(true)
            }}
          >
            Save view
          </Button>
          <SaveView name={name} query={query} isOpen={isSaving} onClose={() => setIsSaving(false)} />
        </>
      )}
    </div>
  )
}

/** `shown`: with the columns, which a saved view may name. */
function ViewButton({ title, query, list, shown = list.query }: ViewButtonProps) {
  const isPressed = sameQuery(query, list.query) || sameQuery(query, shown)
  return (
    <button type="button" aria-pressed={isPressed} onClick={() => list.showView(query)}>
      {title}
    </button>
  )
}

function withColumns(query: string, columns: string): string {
  const params = new URLSearchParams(query)
  if (columns) params.set('cols', columns)
  return params.toString()
}

/** The same filters, in whatever order they were chosen. */
function sameQuery(one: string, other: string): boolean {
  const sorted = (query: string) =>
    [...new URLSearchParams(query)]
      .map((pair) => pair.join('='))
      .sort()
      .join('&')
  return sorted(one) === sorted(other)
}
