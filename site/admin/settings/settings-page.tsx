/** Settings, a tab for each: where money is sent to, the limits, how long records are stored, the words of staff, and the company. */
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { AdminTabs } from '#site/admin/admin-tabs.tsx'
import { ReplyTemplates } from '#site/admin/conversations/reply-templates.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { paths } from '#site/paths.ts'
import { Panel } from '#site/ui/panel.tsx'
import { DeclineReasons } from './decline-reasons.tsx'
import { ImpactWarning } from './impact-warning.tsx'
import { MarketLimits } from './market-limits.tsx'
import { RetentionPeriods } from './retention-periods.tsx'
import { settingsLabels } from './settings-labels.ts'
import { SettlementAccounts } from './settlement-accounts.tsx'
import { VatRates } from './vat-rates.tsx'

const stack = (panels: ReactNode) => <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-4">{panels}</div>

const tabs = [
  { id: 'money', label: settingsLabels.money, panel: stack(<SettlementAccounts />) },
  { id: 'vat', label: settingsLabels.vat, panel: stack(<VatRates />) },
  { id: 'limits', label: settingsLabels.limits, panel: stack(<MarketLimits />) },
  { id: 'kept', label: settingsLabels.kept, panel: stack(<RetentionPeriods />) },
  {
    id: 'words',
    label: settingsLabels.words,
    panel: stack(
      <>
        <DeclineReasons />
        <ReplyTemplates />
      </>,
    ),
  },
  {
    id: 'company',
    label: settingsLabels.company,
    panel: stack(
      <>
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
      </>,
    ),
  },
] as const

export function SettingsPage() {
  const [params, setParams] = useSearchParams()
  const { can } = usePermissions()
  const open = can('settings.read') ? tabs : tabs.filter(({ id }) => id === 'words')
  const wanted = params.get('of')
  return (
    <>
      {(can('settings.write') || can('settings.settlement') || can('decline_reasons.write')) && (
        <SecondStepNotice what="What is changed here" />
      )}
      <AdminTabs
        label="Settings"
        tabs={open}
        value={open.find(({ id }) => id === wanted)?.id ?? open[0]?.id ?? 'words'}
        onValueChange={(of) => setParams({ of }, { replace: true, preventScrollReset: true })}
      />
    </>
  )
}
