/** The ways back to what was sent: open it, copy its link, send it to oneself, save a picture of the reference. */
import { useState } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import { followWords as words } from '#domain/registrations/confirmation-words.ts'
import { asName, useCompany, useSiteUrl } from '#site/page-company.ts'
import { Button, ButtonAnchor } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { WhatsAppLink } from '#site/ui/whatsapp-link.tsx'

export function useCopied(path: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setIsCopied] = useState(false)
  return {
    isCopied,
    copy() {
      navigator.clipboard.writeText(window.location.origin + path).then(
        () => setIsCopied(true),
        () => setIsCopied(false), // the link can be copied from the button beside it
      )
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
  const { isCopied, copy } = useCopied(path)
  const [errorText, setErrorText] = useState<string | null>(null)
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
      <ButtonAnchor href={path}>{words.follow}</ButtonAnchor>
      <div className="follow-more">
        <WhatsAppLink text={text} />
        <Button variant="outline" onClick={copy}>
          <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
        </Button>
        <Button variant="outline" onClick={() => void savePicture()}>
          {words.savePicture}
        </Button>
      </div>
      <ErrorNotice text={errorText} />
      {isGuestLink && (
        <p className="field-help">
          {words.secret} {words.elsewhere}
        </p>
      )}
    </div>
  )
}
