/** Parts of places that the palette leads to: it comes after the palette, so that no page names its files. */
import { contentLabels } from '#site/admin/content/content-labels.ts'
import { settingsLabels } from '#site/admin/settings/settings-labels.ts'
import type { Opening } from '#site/admin/shell/admin-places.ts'
import { paths } from '#site/paths.ts'

export interface PlacePart {
  label: string
  path: string
  permission: Opening
}

/** Parts of places, each with an address of its own: found by their words alone. */
export const placeParts: readonly PlacePart[] = [
  { label: 'Products of the order form', path: paths.adminOrderProducts, permission: 'products.write' },
  ...Object.entries(settingsLabels).map(([id, label]) => ({
    label: `Settings: ${label}`,
    path: `${paths.adminSettings}?of=${id}`,
    permission:
      id === 'words' ? (['settings.read', 'decline_reasons.write'] as const) : ('settings.read' as const),
  })),
  ...Object.entries(contentLabels).map(([table, label]) => ({
    label: `Content: ${label}`,
    path: `${paths.adminContent}?of=${table}`,
    permission: 'content.write' as const,
  })),
]
