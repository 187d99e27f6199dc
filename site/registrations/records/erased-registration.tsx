/** What is left of an erased registration: nothing that it said, and what the law wants proved. */
import { formatDateInWords } from '#domain/dates.ts'
import { recordWords, erasedWords as words } from '#domain/registrations/status-words.ts'
import { Confirmation, FactList } from '#site/ui/confirmation.tsx'
import { titleOfForm } from './registration-confirmation.tsx'

interface ErasedRegistrationProps {
  form: string
  status: string
  reference: string
  createdAt: string
  erasedAt: string
}

export function ErasedRegistration({
  form,
  status,
  reference,
  createdAt,
  erasedAt,
}: ErasedRegistrationProps) {
  return (
    <>
      <p>
        {words.text}{' '}
        {status === 'approved'
          ? [words.approved, form === 'farmer' && words.listings].filter(Boolean).join(' ')
          : words.closed}
      </p>
      <Confirmation label={titleOfForm(form)} code={reference}>
        <FactList
          facts={[
            {
              term: recordWords.sent,
              detail: <time dateTime={createdAt}>{formatDateInWords(createdAt)}</time>,
            },
            {
              term: recordWords.erased,
              detail: <time dateTime={erasedAt}>{formatDateInWords(erasedAt)}</time>,
            },
            { term: words.stays, detail: words.what },
          ]}
        />
      </Confirmation>
    </>
  )
}
