/** Above a list: the views that it brings, those that colleagues share, and one's own. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Checkbox, TextInput } from '#site/ui/inputs.tsx'
import type { ListView } from './admin-kind.ts'
import type { ListStateControls } from './use-list-state.ts'

interface ListViewsProps {
  /** By which name views of this list are stored. */
  name: string
  views: readonly ListView[]
  list: ListStateControls
  /** The columns that are shown, saved with a view; '' for all. */
  columns: string
}

const keyOf = (name: string) => ['saved_views', name]

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
  const queries = useQueryClient()
  const saved = useQuery({ queryKey: keyOf(name), queryFn: () => readViews(name) })
  const remove = useAction({
    tables: [],
    done: { title: 'View removed' },
    onDone: () => void queries.invalidateQueries({ queryKey: keyOf(name) }),
  })
  const own = saved.data ?? []
  const query = withColumns(list.query, columns)
  const isKnown = [...views, ...own].some((view) => sameQuery(view.query, query))
  if (views.length === 0 && own.length === 0 && query === '') return null
  return (
    <div className="list-views">
      <ul aria-label="Views">
        <li>
          <ViewButton title="All" query="" list={list} />
        </li>
        {views.map((view) => (
          <li key={view.query}>
            <ViewButton {...view} list={list} />
          </li>
        ))}
        {own.map((view) => (
          <li key={view.id} className={view.is_shared ? undefined : 'own'}>
            <ViewButton title={view.title} query={view.query} list={list} />
            {view.owner_id === userId && sameQuery(view.query, list.query) && (
              <button
                type="button"
                aria-label={`Remove the view ${view.title}`}
                onClick={() =>
                  void remove.run((client) => client.from('saved_views').delete().eq('id', view.id))
                }
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {query !== '' && !isKnown && <SaveView name={name} query={query} />}
      <Refusal action={remove} />
    </div>
  )
}

function ViewButton({ title, query, list }: ListView & { list: ListStateControls }) {
  return (
    <button type="button" aria-pressed={sameQuery(query, list.query)} onClick={() => list.showView(query)}>
      {title}
    </button>
  )
}

function SaveView({ name, query }: { name: string; query: string }) {
  const id = useId()
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [title, setTitle] = useState('')
  const [isShared, setIsShared] = useState(false)
  const action = useAction({
    tables: [],
    done: { title: 'View saved' },
    onDone() {
      setIsOpen(false)
      setTitle('')
      void queries.invalidateQueries({ queryKey: keyOf(name) })
    },
  })
  function save(event: FormEvent) {
    event.preventDefault()
    void action.run((client) =>
      client.from('saved_views').insert({ list: name, title: title.trim(), query, is_shared: isShared }),
    )
  }
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setIsOpen(true)}>
        Save view
      </Button>
      <Dialog open={isOpen} title="Save this view" onClose={() => setIsOpen(false)}>
        <form className="grid gap-4" onSubmit={save} noValidate>
          <p>The filters, the order and the columns are saved, not the words that you searched for.</p>
          <Field id={`${id}-title`} label="Name" error={action.refusal ?? undefined}>
            <TextInput
              id={`${id}-title`}
              data-focus=""
              value={title}
              maxLength={40}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Field>
          <Checkbox
            id={`${id}-shared`}
            label="For all colleagues who see this list"
            checked={isShared}
            onChange={(event) => setIsShared(event.target.checked)}
          />
          <Button type="submit" busy={action.isBusy} busyLabel="Saving..." disabled={title.trim().length < 2}>
            Save view
          </Button>
        </form>
      </Dialog>
    </>
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
