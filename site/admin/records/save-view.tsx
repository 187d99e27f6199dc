/** A name for the filters, the order and the columns of a list as they stand. */
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, TextInput } from '#site/ui/inputs.tsx'
import { allViewsKey } from './views-key.ts'

interface SaveViewProps {
  name: string
  query: string
  isOpen: boolean
  onClose: () => void
}

export function SaveView({ isOpen, ...view }: SaveViewProps) {
  return (
    <Dialog open={isOpen} title="Save this view" onClose={view.onClose}>
      <ViewForm {...view} />
    </Dialog>
  )
}

/** Empty each time that it is opened. */
function ViewForm({ name, query, onClose }: Omit<SaveViewProps, 'isOpen'>) {
  const id = useId()
  const { can } = usePermissions()
  const queries = useQueryClient()
  const form = useActionForm({
    id,
    tables: [],
    done: { title: 'View saved' },
    atField: ['title'],
    read({ title = '', shared }, refuse) {
      if (title.trim().length < 2) return refuse('title', 'Please give it a name of at least 2 letters')
      const view = { list: name, title: title.trim(), query, is_shared: shared !== undefined }
      return (client) => client.from('saved_views').insert(view)
    },
    onDone() {
      onClose()
      void queries.invalidateQueries({ queryKey: allViewsKey })
    },
  })
  return (
    <FormElement form={form} className="grid gap-4">
      <p>The filters, the order and the columns are saved, not the words that you searched for.</p>
      <Field id={`${id}-title`} label="Name" error={form.problemOf('title')}>
        <TextInput name="title" data-focus="" maxLength={40} />
      </Field>
      <Refusal action={form.action} />
      {can('records.work') && (
        <Checkbox id={`${id}-shared`} name="shared" label="For all colleagues who see this list" />
      )}
      <Button type="submit" busy={form.isBusy} busyLabel="Saving...">
        Save view
      </Button>
    </FormElement>
  )
}
