/** /verify : is a document of ours genuine? Its code is requested. */
import { Link } from 'react-router'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { PageHero, Section } from '#site/ui/page.tsx'
import { RingedCode } from '#site/ui/scenes/ringed-code.tsx'
import type { Route } from './+types/verify-route'
import { VerifyForm } from './verify-form.tsx'

export const handle: PageHandle = { styles: 'documents' }

export const links = () => linkSheet('documents')

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Check a paper of ours',
    description:
      'Every invoice, receipt, quote, contract and delivery note of ours carries a code. Enter it to see whether the paper is genuine.',
  })
}

export default function Verify() {
  return (
    <>
      <PageHero
        eyebrow="Check a paper"
        title="Is this paper genuine?"
        lead="Every invoice, receipt, quote, contract and delivery note that we issue carries a code. Enter it, and we say what we wrote on the paper that carries it."
      />
      <Section>
        <div className="document-ask">
          <VerifyForm />
          <figure>
            <RingedCode />
            <figcaption className="field-help">
              An example: the code stands at the foot of every sheet, beside the square. A registration or an
              order has a shorter reference, which you <Link to={paths.track}>follow here</Link>.
            </figcaption>
          </figure>
        </div>
      </Section>
    </>
  )
}
