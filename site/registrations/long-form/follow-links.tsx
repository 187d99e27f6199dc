/** The ways back to what was sent: open it, copy its link, send it to oneself, save a picture of the reference. */
import { type ReactNode, useEffect, useState } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import { followWords as words } from '#domain/registrations/confirmation-words.ts'
import { asName, useCompany, useSiteUrl } from '#site/page-company.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { LinkByHand } from '#site/ui/link-by-hand.tsx'
import { WhatsAppLink } from '#site/ui/whatsapp-link.tsx'
import { loadPage } from './load-page.ts'

interface Copied {
  isCopied: boolean
  /** The link, where the browser did not let us copy it; grows with each attempt, so that it is chosen again. */
  byHand: ReactNode
  copy: () => void
}

export function useCopied(path: string): Copied {
  const address = window.location.origin + path
  const [isCopied, setIsCopied] = useState(false)
  const [refusals, setRefusals] = useState(0)
  return {
    isCopied,
    byHand: refusals > 0 && <LinkByHand key={refusals} address={address} />,
    async copy() {
      try {
        // Not there at all where the page came without TLS.
        await navigator.clipboard.writeText(address)
        setIsCopied(true)
        setRefusals(0)
      } catch {
        setIsCopied(false)
        setRefusals(refusals + 1)
      }
    },
  }
}

interface FollowLinksProps {
  /** What it is: the form's title. */
  title: string
  reference: string
  /** The guest link, or the page of the member's account. */
  path: string
  isGuestLink: boolean
}

export function FollowLinks({ title, reference, path, isGuestLink }: FollowLinksProps) {
  const { companyName, phones } = useCompany()
  const siteUrl = useSiteUrl()
  const { isCopied, byHand, copy } = useCopied(path)
  const [errorText, setErrorText] = useState<string | null>(null)
  // Behind the photo, which is on its way by now.
  useEffect(() => {
    loadPage(isGuestLink ? 'track' : 'account-application').catch(() => {}) // then it is loaded once it is pressed
  }, [isGuestLink])
  const text = words.message(`${title}, ${asName(companyName)}`, reference, siteUrl + path)

  async function savePicture() {
    setErrorText(null)
    try {
      const { saveReferencePicture } = await import('./reference-picture.ts')
      await saveReferencePicture({
        companyName: asName(companyName),
        title,
        reference,
        sentOn: formatDateInWords(new Date()),
        followAt: `${siteUrl.replace(/^https?:\/\//, '')}/track`,
        phone: phones[0],
      })
    } catch {
      setErrorText(words.noPicture)
    }
  }

  return (
    <div className="follow-links">
      {/* The router's: another document would break off the photo that this one is sending. */}
      <ButtonLink to={path}>{words.follow}</ButtonLink>
      <div className="follow-more">
        <WhatsAppLink text={text} />
        <Button variant="outline" onClick={copy}>
          <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
        </Button>
        <Button variant="outline" onClick={() => void savePicture()}>
          {words.savePicture}
        </Button>
      </div>
      {byHand}
      <ErrorNotice text={errorText} />
      {isGuestLink && (
        <p className="field-help">
          {words.secret} {words.elsewhere}
        </p>
      )}
    </div>
  )
}
