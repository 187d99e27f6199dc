/** Settings: where money is sent to, what the figures on the pages claim, the reasons for a decline, and the words for answers. */
import { Link } from 'react-router'
import { ReplyTemplates } from '#site/admin/conversations/reply-templates.tsx'
import { paths } from '#site/paths.ts'
import { Panel } from '#site/ui/panel.tsx'
import { DeclineReasons } from './decline-reasons.tsx'
import { ImpactWarning } from './impact-warning.tsx'
import { MarketLimits } from './market-limits.tsx'
import { RetentionPeriods } from './retention-periods.tsx'
import { SettlementAccounts } from './settlement-accounts.tsx'
import { VatRates } from './vat-rates.tsx'

export function SettingsPage() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <SettlementAccounts />
      <Panel title="The company">
        <p>
          Name, offices, phones, addresses and social pages are content: they go into a draft, are looked at
          as a page, and then published.{' '}
          <Link to={`${paths.adminContent}?of=company_facts`}>
            Change what the site says about the company
          </Link>
        </p>
      </Panel>
      <ImpactWarning />
      <VatRates />
      <MarketLimits />
      <RetentionPeriods />
      <DeclineReasons />
      <ReplyTemplates />
    </div>
  )
}
