/** Opens what takes a list along as a file. */
import { useState } from 'react'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Button } from '#site/ui/button.tsx'
import type { ExportedList } from './exported-list.ts'
import { loadDialog } from './load-part.tsx'

const ExportDialog = loadDialog(async () => (await import('./export-dialog.tsx')).ExportDialog)

export function ExportButton(exported: ExportedList) {
  const { can } = usePermissions()
  const [isOpen, setIsOpen] = useState(false)
  if (!can('exports.make')) return null
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setIsOpen(true)}>
        {exported.ids ? 'Export selected' : 'Export'}
      </Button>
      <ExportDialog {...exported} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
