/** Sends a text to oneself or to anyone: the messaging app asks to whom. It opens beside the page. */
import { sendLinkWords } from '#domain/link-words.ts'
import { ButtonAnchor, type ButtonSize, type ButtonVariant } from '#site/ui/button.tsx'

interface WhatsAppLinkProps {
  text: string
  variant?: ButtonVariant
  size?: ButtonSize
}

export function WhatsAppLink({ text, variant = 'outline', size }: WhatsAppLinkProps) {
  return (
    <ButtonAnchor
      variant={variant}
      size={size}
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noreferrer"
    >
      {sendLinkWords.whatsApp}
    </ButtonAnchor>
  )
}
