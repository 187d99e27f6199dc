/** The contact for an order: chat, phone and mail as far as the company has them, else its contact page. */
import { asName, chatUrl, dialUrl, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'

/** The message with which a chat about this order begins. */
function openingWords(code: string | null): string {
  return code
    ? `Hello, I have a question about my order ${code}.`
    : 'Hello, I have a question about an order.'
}

/** 'Contact Support': the chat where there is one, else the contact page. */
export function ContactSupport({
  code,
  variant = 'outline',
}: {
  code: string | null
  variant?: 'primary' | 'outline'
}) {
  const { chatNumber } = useCompany()
  if (!chatNumber) {
    return (
      <ButtonLink to={paths.contact} variant={variant}>
        Contact Support
      </ButtonLink>
    )
  }
  return (
    <ButtonAnchor
      href={chatUrl(chatNumber, openingWords(code))}
      target="_blank"
      rel="noreferrer"
      variant={variant}
    >
      Contact Support
    </ButtonAnchor>
  )
}

export function HelpContact({ code = null }: { code?: string | null }) {
  const { companyName, phones, email } = useCompany()
  return (
    <section
      className="grid grid-cols-1 justify-items-start gap-3 border-t border-line pt-5"
      aria-label="Need help?"
    >
      <h2 className="text-lg">Need help?</h2>
      <p>
        {asName(companyName)} answers questions about your order
        {code && (
          <>
            {' '}
            <strong className="code whitespace-nowrap">{code}</strong>
          </>
        )}
        .
        {phones.length > 0 && (
          <>
            {' '}
            Call{' '}
            {phones.map((phone, index) => (
              <span key={phone}>
                {index > 0 && ' or '}
                <a className="num whitespace-nowrap" href={dialUrl(phone)}>
                  {phone}
                </a>
              </span>
            ))}
            .
          </>
        )}
        {email && (
          <>
            {' '}
            Write to{' '}
            <a className="wrap-anywhere" href={`mailto:${email}`}>
              {email}
            </a>
          </>
        )}
      </p>
      <ContactSupport code={code} />
    </section>
  )
}
