/** /verify/{code} : what we know about the document with this code; complete in its HTML, with or without scripts. */
import { data } from 'react-router'
import { documentTitles } from '#domain/market/documents.ts'
import { pageContext } from '#site/page-context.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkDocumentStyles } from '#site/page-styles.ts'
import { PageHero, Section } from '#site/ui/page.tsx'
import type { Route } from './+types/verify-document-route'
import { VerifiedFacts } from './verified-document.tsx'
import { VerifyForm } from './verify-form.tsx'

// Anyone who holds the document has the address; search engines do not index it.
export const handle: PageHandle = { styles: 'documents', canonical: false }

export const links = linkDocumentStyles

export async function loader({ context, params }: Route.LoaderArgs) {
  const verified = await context.get(pageContext).verifyDocument(params.code)
  return data({ verified }, verified ? undefined : { status: 404 })
}

export function meta(args: Route.MetaArgs) {
  const verified = args.loaderData?.verified
  return pageMeta(args, {
    title: verified ? `${documentTitles[verified.kind]} ${verified.number}` : 'No paper of ours',
    description: 'Whether a paper of ours is genuine.',
    index: false,
  })
}

export default function VerifyDocument({ loaderData: { verified } }: Route.ComponentProps) {
  if (!verified) return <UnknownDocument />
  return (
    <>
      <PageHero
        eyebrow="Genuine"
        title="We issued this paper"
        lead="This is what we wrote on it when it was issued. It has not been changed since."
      />
      <Section>
        <VerifiedFacts verified={verified} />
      </Section>
    </>
  )
}

function UnknownDocument() {
  return (
    <>
      <PageHero
        eyebrow="Not one of ours"
        title="We issued no paper with this code"
        lead="A letter or figure may be mistyped: please compare it with the foot of the paper. If it is the same, do not pay or hand out goods on this paper, and contact us."
      />
      <Section>
        <VerifyForm />
      </Section>
    </>
  )
}
