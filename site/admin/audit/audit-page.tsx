/** The audit trail: what staff did, who looked at what, who signed in, and attempts of buyers to register. */
import { AdminTabs } from '#site/admin/admin-tabs.tsx'
import { AuditEntries } from './audit-entries.tsx'
import { BuyerAttempts } from './buyer-attempts.tsx'
import { SignIns } from './sign-ins.tsx'
import { type AuditView, auditViews, useAuditFilters } from './use-audit-filters.ts'

export function AuditPage() {
  const filters = useAuditFilters()
  const panels = {
    '': <AuditEntries filters={filters} />,
    looks: <AuditEntries filters={filters} />,
    'sign-ins': <SignIns filters={filters} />,
    buyers: <BuyerAttempts filters={filters} />,
  }
  return (
    <AdminTabs
      label="Audit trail"
      keepAlive={false}
      value={filters.view || 'all'}
      // The days go along; what another view is narrowed by does not.
      onValueChange={(view) =>
        filters.change({
          view: view === 'all' ? '' : (view as AuditView),
          search: '',
          kind: '',
          who: '',
          only: '',
        })
      }
      tabs={Object.entries(auditViews).map(([view, label]) => ({
        id: view || 'all',
        label,
        panel: (
          <section className="records audit-view" aria-label={label}>
            {panels[view as AuditView]}
          </section>
        ),
      }))}
    />
  )
}
