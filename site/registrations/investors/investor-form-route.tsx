/** /investor-form : the public registration hub, three kinds of investor. */

import { pageMeta } from '#site/page-meta.ts'
import { PageHero, Section } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'
import type { Route } from './+types/investor-form-route'
import { InvestorKinds } from './investor-kinds.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Investor Registration Hub',
    description: 'Register as an individual investor, a corporate partner or a crypto investor.',
  })
}

export default function InvestorForm() {
  return (
    <>
      <PageHero
        eyebrow="Investors"
        title="Investor Registration Hub"
        lead="Three kinds of investor, three sets of questions. Choose yours; every answer goes into one record that you can see."
        scene={<OpenLedger />}
      />
      <Section eyebrow="Choose" title="Who is investing?">
        <InvestorKinds />
      </Section>
    </>
  )
}
