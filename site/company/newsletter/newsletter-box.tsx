/** The footer's newsletter box: an address, and Subscribe. */
import * as words from '#domain/company/newsletter-box.ts'
import { AddressForm } from '#site/lib/form/address-form.tsx'

export function NewsletterBox() {
  return (
    <AddressForm
      id="newsletter"
      words={words}
      send={async (form) => {
        const { requestNewsletter } = await import('./request-newsletter.ts')
        return requestNewsletter(form)
      }}
    />
  )
}
