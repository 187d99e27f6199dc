/** Parts of places that the palette leads to: it comes after the palette, so that no page names its files. */
import { auditViews } from '#site/admin/audit/use-audit-filters.ts'
import { contentLabels } from '#site/admin/content/content-labels.ts'
import { settingsLabels } from '#site/admin/settings/settings-labels.ts'
import type { Opening } from '#site/admin/shell/admin-places.ts'
import { queuePath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'

export interface PlacePart {
  label: string
  path: string
  permission: Opening
  /** Further words that it is found by; also those of a place with the same address. */
  words?: string
}

/** Parts of places, each with an address of its own: found by their words alone. */
export const placeParts: readonly PlacePart[] = [
  { label: 'Delivery', path: paths.adminDelivery, permission: 'delivery.write', words: 'zones depots' },
  {
    label: 'Orders: To refund',
    path: `${queuePath('orders')}?money=to_refund`,
    permission: 'orders.read',
    words: 'refunds',
  },
  {
    label: 'People and rights: Roles and rights',
    path: `${paths.adminPeople}?tab=roles`,
    permission: 'roles.read',
  },
  ...Object.entries(auditViews).flatMap(([view, label]) =>
    view
      ? {
          label: `Audit trail: ${label}`,
          path: `${paths.adminAudit}?view=${view}`,
          permission: 'audit_events.read' as const,
        }
      : [],
  ),
  { label: 'Products of the order form', path: paths.adminOrderProducts, permission: 'products.write' },
  ...Object.entries(settingsLabels).map(([id, label]) => ({
    label: `Settings: ${label}`,
    path: `${paths.adminSettings}?of=${id}`,
    ...(id === 'money' && { words: 'bank account settlement accounts' }),
    permission:
      id === 'words' ? (['settings.read', 'decline_reasons.write'] as const) : ('settings.read' as const),
  })),
  ...Object.entries(contentLabels).map(([table, label]) => ({
    label: `Content: ${label}`,
    path: `${paths.adminContent}?of=${table}`,
    permission: 'content.write' as const,
  })),
]
