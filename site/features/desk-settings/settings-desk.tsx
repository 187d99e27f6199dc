/** Settings: what the site says about the company, and where money is sent to. */
import { CompanyFacts } from '#site/features/desk-settings/company-facts.tsx'
import { DeclineReasons } from '#site/features/desk-settings/decline-reasons.tsx'
import { ImpactWarning } from '#site/features/desk-settings/impact-warning.tsx'
import { SettlementAccounts } from '#site/features/desk-settings/settlement-accounts.tsx'

export function SettingsDesk() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <SettlementAccounts />
      <CompanyFacts />
      <ImpactWarning />
      <DeclineReasons />
    </div>
  )
}
