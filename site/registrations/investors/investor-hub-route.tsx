/** /investor-hub: the three investor registrations, for members. */
import type { MetaArgs } from 'react-router'
import { investorHubWords as words } from '#domain/registrations/investor-hub-words.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { PageHero } from '#site/ui/page.tsx'
import { InvestorKinds } from './investor-kinds.tsx'
import { MyApplications } from './my-applications.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: words.title,
    description: words.description,
    index: false,
  })
}

export default function InvestorHubRoute() {
  return (
    <Guard title={words.title}>
      <InvestorHubPage />
    </Guard>
  )
}

function InvestorHubPage() {
  const { userId = '' } = useAuth()
  return (
    <>
      <PageHero title={words.title} lead={words.memberLead} />
      <div className="wrap grid grid-cols-1 gap-12 py-10 lg:py-16">
        <InvestorKinds />
        <MyApplications userId={userId} />
      </div>
    </>
  )
}
