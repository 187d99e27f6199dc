/** A name for the filters, the order and the columns of a list as they stand. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, TextInput } from '#site/ui/inputs.tsx'
import { viewsKey } from './views-key.ts'

interface SaveViewProps {
  name: string
  query: string
  isOpen: boolean
  onClose: () => void
}

export function SaveView({ name, query, isOpen, onClose }: SaveViewProps) {
  const id = useId()
  const queries = useQueryClient()
  const [title, setTitle] = useState('')
  const [isShared, setIsShared] = useState(false)
  const action = useAction({
    tables: [],
    done: { title: 'View saved' },
    onDone() {
      onClose()
      setTitle('')
      void queries.invalidateQueries({ queryKey: viewsKey(name) })
    },
  })
  function save(event: FormEvent) {
    event.preventDefault()
    void action.run((client) =>
      client.from('saved_views').insert({ list: name, title: title.trim(), query, is_shared: isShared }),
    )
  }
  return (
    <Dialog open={isOpen} title="Save this view" onClose={onClose}>
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
  )
}
