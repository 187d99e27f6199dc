/** The call to farmers: register, or ask first. */
import { chatUrl, dialUrl, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { Callout } from '#site/ui/blocks.tsx'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'

export function FarmersWelcome() {
  return (
    <Callout
      title="Do you farm?"
      text="Register, and once we have approved you, offer your own produce here with its photo, pack and price."
      actions={
        <>
          <ButtonLink to={paths.farmerRegistration}>Register as Farmer</ButtonLink>
          <PromptFirst />
        </>
      }
    />
  )
}

/** The messaging app where its number is known, else the phone, else the form. */
function PromptFirst() {
  const { chatNumber, phones } = useCompany()
  if (chatNumber) {
    return (
      <ButtonAnchor
        href={chatUrl(chatNumber, 'Hello, I am a farmer and would like to sell on your marketplace.')}
        variant="outline"
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="chat" /> Chat with us
      </ButtonAnchor>
    )
  }
  if (phones[0]) {
    return (
      <ButtonAnchor href={dialUrl(phones[0])} variant="outline">
        <Icon name="phone" /> Call {phones[0]}
      </ButtonAnchor>
    )
  }
  return (
    <ButtonLink to={paths.contact} variant="outline">
      Ask us first
    </ButtonLink>
  )
}
