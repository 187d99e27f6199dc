/** The way to take away a saved view, beside it while it is shown. */
import { useQueryClient } from '@tanstack/react-query'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Icon } from '#site/ui/icons.tsx'
import { allViewsKey } from './views-key.ts'

interface RemoveViewProps {
  view: { id: string; title: string }
}

export function RemoveView({ view }: RemoveViewProps) {
  const queries = useQueryClient()
  const remove = useAction({
    tables: [],
    done: { title: 'View removed' },
    onDone: () => void queries.invalidateQueries({ queryKey: allViewsKey }),
  })
  return (
    <>
      <button
        type="button"
        aria-label={`Remove the view ${view.title}`}
        onClick={() => void remove.run((client) => client.from('saved_views').delete().eq('id', view.id))}
      >
        <Icon name="close" />
      </button>
      <Refusal action={remove} />
    </>
  )
}
