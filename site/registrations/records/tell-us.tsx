/** "Something wrong? Tell us": a message that has the reference in it, and the number to call. */
import { useEffect, useRef } from 'react'
import { contactForm } from '#domain/company/contact-messages.ts'
import type { FormDefinition } from '#domain/forms.ts'
import { changeWords, tellUsWords as words } from '#domain/registrations/correction-words.ts'
import { PublicForm } from '#site/lib/form/public-form.tsx'
import { dialUrl, useCompany } from '#site/page-company.ts'
import { ButtonAnchor } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'

interface TellUsProps {
  reference: string
  /** The group that it is about; it takes the focus then. */
  about: string | null
  answers: Readonly<Record<string, unknown>>
}

export default function TellUs({ reference, about, answers }: TellUsProps) {
  const { phones } = useCompany()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [about])
  const beginning = words.about(reference, about)
  return (
    <div className="grid gap-4 pt-4">
      <p ref={heading} tabIndex={-1}>
        {words.lead}
      </p>
      {phones.length > 0 && (
        <p className="flex flex-wrap gap-3">
          {phones.map((phone) => (
            <ButtonAnchor key={phone} href={dialUrl(phone)} variant="outline" size="sm">
              <Icon name="phone" /> {phone}
            </ButtonAnchor>
          ))}
        </p>
      )}
      <PublicForm
        key={about}
        definition={beginningWith(beginning)}
        fixed={{ topic: 'general', ...readSender(answers) }}
        known={{ message: beginning }}
      />
    </div>
  )
}

/** What the message begins with is long enough to be one, and says nothing yet. */
function beginningWith(beginning: string): FormDefinition {
  return {
    ...contactForm,
    read: (input) =>
      String(input.message).trim() === beginning.trim()
        ? { ok: false, problems: [{ field: 'message', message: changeWords.tellLabel }] }
        : contactForm.read(input),
  }
}

/** By what the form said of the person who sent it. */
function readSender(answers: Readonly<Record<string, unknown>>) {
  const text = (name: string) => (typeof answers[name] === 'string' ? answers[name] : '')
  return {
    name: text('fullName') || text('contactPersonName') || `${text('firstName')} ${text('lastName')}`.trim(),
    email: text('email') || text('contactPersonEmail'),
    phone: text('phoneNumber') || text('phone') || text('contactPersonPhone'),
  }
}
