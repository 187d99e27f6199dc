/** /verify/{code} : what we know about the document with this code; complete in its HTML, with or without scripts. */
import { data } from 'react-router'
import { askingPath } from '#domain/guest-links.ts'
import {
  documentTitles,
  isDocumentNumber,
  type VerifiedDocument as VerifiedPaper,
} from '#domain/market/documents.ts'
import { isLikeReference, readReference } from '#domain/reference-codes.ts'
import { pageContext } from '#site/page-context.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import type { Route } from './+types/verify-document-route'
import { VerifiedFacts } from './verified-document.tsx'
import { VerifyForm } from './verify-form.tsx'

// Anyone who holds the document has the address; search engines do not index it.
export const handle: PageHandle = { styles: 'documents', canonical: false }

export const links = () => linkSheet('documents')

export async function loader({ context, params }: Route.LoaderArgs) {
  const verified = await context.get(pageContext).verifyDocument(params.code)
  return data({ verified }, verified ? undefined : { status: 404 })
}

export function meta(args: Route.MetaArgs) {
  const verified = args.loaderData?.verified
  return pageMeta(args, {
    title: verified
      ? `${documentTitles[verified.kind]} ${verified.number}`
      : isLikeReference(args.params.code)
        ? 'A reference, not a paper'
        : isDocumentNumber(args.params.code)
          ? 'A number, not the code'
          : 'No paper of ours',
    description: 'Whether a paper of ours is genuine.',
    index: false,
  })
}

export default function VerifyDocument({ loaderData: { verified }, params }: Route.ComponentProps) {
  const reference = readReference(params.code)
  if (!verified && reference) return <ReferenceOfRecord reference={reference} />
  if (!verified && isLikeReference(params.code)) return <MistypedReference code={params.code} />
  if (!verified)
    return isDocumentNumber(params.code) ? <NumberOfDocument /> : <UnknownDocument code={params.code} />
  return (
    <>
      <PageHero {...describeState(verified)} />
      <Section>
        <VerifiedFacts verified={verified} />
      </Section>
    </>
  )
}

/** Genuine is not enough: what counts is whether the document still holds. */
function describeState({ kind, isReplaced, isLapsed }: VerifiedPaper) {
  if (isLapsed && kind === 'contract')
    return {
      eyebrow: 'Ended',
      title: 'This contract has ended',
      lead: 'We issued this paper, and the order was closed afterwards. Please do not pay or hand out goods on it.',
    }
  if (isLapsed && kind === 'invoice')
    return {
      eyebrow: 'Taken back',
      title: 'This invoice was taken back',
      lead: 'We issued this paper, and the order was not carried out. A credit note takes back the whole of it: please do not pay it.',
    }
  if (isReplaced && kind === 'receipt')
    return {
      eyebrow: 'Corrected',
      title: 'This receipt counts no more',
      lead: 'We issued this paper, and found afterwards that its amount was wrong. Where money came, a newer receipt for the same order says how much.',
    }
  if (isReplaced)
    return {
      eyebrow: 'Replaced',
      title: 'A newer paper counts',
      lead: 'We issued this paper, and then a newer one for the same order. The newer one counts.',
    }
  if (isLapsed)
    return {
      eyebrow: 'Out of date',
      title: 'Please do not pay by this paper',
      lead: 'We issued it, but its offer has ended, or its price or account is another one now. Ask us for a new one.',
    }
  return {
    eyebrow: 'Genuine',
    title: 'We issued this paper',
    lead: 'This is what we wrote on it when it was issued. It has not been changed since.',
  }
}

const contactUs = (
  <ButtonLink to={paths.contact} variant="outline">
    Contact us
  </ButtonLink>
)

/** What is a reference is no forged document: it is followed elsewhere. */
function ReferenceOfRecord({ reference }: { reference: string }) {
  return (
    <>
      <PageHero
        eyebrow="A reference, not a paper"
        title="This is the reference of a registration or an order"
        lead="With it and the phone number that was given you see how it stands. The code of a paper has twelve letters and figures, and stands at its foot."
        actions={<ButtonLink to={askingPath(reference)}>Follow {reference}</ButtonLink>}
      />
      <Section>
        <VerifyForm />
      </Section>
    </>
  )
}

/** Nor is one in which a letter is mistyped; but a document that carries no more than this is none of ours. */
function MistypedReference({ code }: { code: string }) {
  return (
    <>
      <PageHero
        eyebrow="A reference, not a paper"
        title="This looks like a reference with something mistyped"
        lead="Please compare it with what you wrote down: with the reference of a registration or an order, and the phone number that was given, you see how it stands. The code of a paper has twelve letters and figures. If a paper carries this one alone, do not pay or hand out goods on it, and contact us."
        actions={
          <>
            <ButtonLink to={paths.track}>Follow a reference</ButtonLink>
            {contactUs}
          </>
        }
      />
      <Section>
        <VerifyForm code={code} />
      </Section>
    </>
  )
}

/** Nor is its number: whether there is such a document is said of the code alone. */
function NumberOfDocument() {
  return (
    <>
      <PageHero
        eyebrow="A number, not the code"
        title="This is the number of a paper"
        lead="Anyone can print a number. The code has twelve letters and figures, and stands at the foot of the paper, beside the square. If there is none, do not pay or hand out goods on this paper, and contact us."
        actions={contactUs}
      />
      <Section>
        <VerifyForm />
      </Section>
    </>
  )
}

function UnknownDocument({ code }: { code: string }) {
  return (
    <>
      <PageHero
        eyebrow="Not one of ours"
        title="We issued no paper with this code"
        lead="A letter or figure may be mistyped: please compare it with the foot of the paper. If it is the same, do not pay or hand out goods on this paper, and contact us."
        actions={contactUs}
      />
      <Section>
        <VerifyForm code={code} />
      </Section>
    </>
  )
}
