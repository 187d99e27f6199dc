/** /investor-form : the public registration hub, three kinds of investor. */

import { Link } from 'react-router'
import { investorComparisonWords as compare } from '#domain/registrations/investor-comparison-words.ts'
import { investorRiskWords, investorHubWords as words } from '#domain/registrations/investor-hub-words.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { TickList } from '#site/ui/blocks.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'
import type { Route } from './+types/investor-form-route'
import { investorKinds } from './investor-comparison.ts'
import { InvestorKinds } from './investor-kinds.tsx'

export const handle: PageHandle = { styles: 'more' }

export const links = () => linkSheet('more')

export function loader() {
  return { kinds: investorKinds, risks: investorRiskWords }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: words.title, description: words.description })
}

export default function InvestorForm({ loaderData: { kinds, risks } }: Route.ComponentProps) {
  return (
    <>
      <PageHero eyebrow={words.eyebrow} title={words.title} lead={words.lead} scene={<OpenLedger />} />
      <Section {...words.choose}>
        <InvestorKinds />
      </Section>
      <Section title={compare.title}>
        <table className="facts-table">
          <thead>
            <tr>
              <th scope="col">{compare.kind}</th>
              <th scope="col">{compare.who}</th>
              <th scope="col">{compare.smallest}</th>
              <th scope="col">{compare.ready}</th>
              <th scope="col">{compare.length}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ path, kind, who, smallest, ready, length }) => (
              <tr key={path}>
                <th scope="row">
                  <Link to={path}>{kind}</Link>
                </th>
                <td data-label={compare.who}>{who}</td>
                <td data-label={compare.smallest}>{smallest}</td>
                <td data-label={compare.ready}>{ready}</td>
                <td data-label={compare.length}>{length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={risks.title}>
        <TickList lines={risks.lines} />
      </Section>
    </>
  )
}
