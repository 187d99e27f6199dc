/** /investor-form : the public registration hub, three kinds of investor. */

import { Link } from 'react-router'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkMoreStyles } from '#site/page-styles.ts'
import { TickList } from '#site/ui/blocks.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'
import type { Route } from './+types/investor-form-route'
import { investorKinds } from './investor-comparison.ts'
import { InvestorKinds } from './investor-kinds.tsx'

export const handle: PageHandle = { styles: 'more' }

export const links = linkMoreStyles

export function loader() {
  return { kinds: investorKinds }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Investor Registration Hub',
    description: 'Register as an individual investor, a corporate partner or a crypto investor.',
  })
}

const risks = [
  'What you invest can lose value, and in a bad season all of it. Nobody here promises a return.',
  'Nothing is paid with the registration. We answer in writing first; whoever asks you for money before that is not from us.',
  'Never send a BVN, an account or an identity number by chat or e-mail.',
]

export default function InvestorForm({ loaderData: { kinds } }: Route.ComponentProps) {
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
      <Section title="The three side by side">
        <table className="facts-table">
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Who</th>
              <th scope="col">Smallest amount in the form</th>
              <th scope="col">Have ready</th>
              <th scope="col">The form</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ path, kind, who, smallest, ready, length }) => (
              <tr key={path}>
                <th scope="row">
                  <Link to={path}>{kind}</Link>
                </th>
                <td data-label="Who">{who}</td>
                <td data-label="Smallest amount in the form">{smallest}</td>
                <td data-label="Have ready">{ready}</td>
                <td data-label="The form">{length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="Know the risk">
        <TickList lines={risks} />
      </Section>
    </>
  )
}
