/** The confirmation of a registration: what it is, its reference, where it stands, why, and what comes next. */
import type { ReactNode } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import {
  findStatusWord,
  formsWithPhoto,
  isRegistrationForm,
  registrationForms,
} from '#domain/registrations/registrations.ts'
import { recordWords as words } from '#domain/registrations/status-words.ts'
import { Confirmation, type Fact, FactList } from '#site/ui/confirmation.tsx'
import { StatusBadge } from '#site/ui/status.tsx'

export interface RegistrationOnConfirmation {
  form: string
  reference: string
  status: string
  createdAt: string
  declineReason: string | null
  nextStep: string | null
  hasPhoto: boolean
  /** The person stopped it by taking back a consent that it needs. */
  consentWithdrawnAt: string | null
  /** The reference of the registration that it is a part of now. */
  mergedInto?: string | null
  /** Its person had it erased: of what it said nothing is left, and nothing is requested. */
  erasedAt?: string | null
}

/** A photo is to be sent: because none has arrived, or because staff request another one. Null: nothing is to be sent. */
export function findPhotoRequest(registration: {
  form: string
  status: string
  hasPhoto: boolean
  consentWithdrawnAt: string | null
  correction: { notes: readonly { field: string }[] } | null
}): 'missing' | 'another' | null {
  if (registration.consentWithdrawnAt) return null
  if (registration.status !== 'pending' || !formsWithPhoto.includes(registration.form)) return null
  if (!registration.hasPhoto) return 'missing'
  return registration.correction?.notes.some(({ field }) => field === 'selfieImage') ? 'another' : null
}

export function titleOfForm(form: string): string {
  return isRegistrationForm(form) ? registrationForms[form].title : words.unnamed
}

const dayFact = (term: string, at: string): Fact => ({
  term,
  detail: <time dateTime={at}>{formatDateInWords(at)}</time>,
})

export function RegistrationConfirmation({
  registration,
  isPhotoOnItsWay = false,
  children,
}: {
  registration: RegistrationOnConfirmation
  isPhotoOnItsWay?: boolean
  children?: ReactNode
}) {
  const {
    form,
    reference,
    status,
    createdAt,
    declineReason,
    nextStep,
    hasPhoto,
    consentWithdrawnAt,
    mergedInto,
    erasedAt,
  } = registration
  const word = findStatusWord(registration)
  const facts: Fact[] = [dayFact(words.sent, createdAt)]
  if (erasedAt) facts.push(dayFact(words.erased, erasedAt))
  else {
    if (consentWithdrawnAt) facts.push(dayFact(words.stopped, consentWithdrawnAt))
    if (declineReason) facts.push({ term: words.reason, detail: declineReason })
    if (formsWithPhoto.includes(form) && !mergedInto)
      facts.push({
        term: words.photo,
        detail: hasPhoto ? words.photoReceived : isPhotoOnItsWay ? words.photoOnItsWay : words.photoMissing,
      })
    if (nextStep) facts.push({ term: words.nextStep, detail: nextStep })
  }
  return (
    <Confirmation
      label={titleOfForm(form)}
      code={reference}
      status={<StatusBadge status={word ? (mergedInto ? 'completed' : 'declined') : status} word={word} />}
      footer={children}
    >
      <FactList facts={facts} />
    </Confirmation>
  )
}
