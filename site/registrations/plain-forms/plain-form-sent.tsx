/** The page after a registration without scripts: the sentence, the confirmation, the link that follows it, and what comes next. */
import { formatDateInWords } from '#domain/dates.ts'
import { promises } from '#domain/limits.ts'
import { listNextSteps } from '#domain/registrations/confirmation-words.ts'
import { plainFormSentWords as words } from '#domain/registrations/plain-form-words.ts'
import {
  type PlainFormName,
  type PlainFormReceipt,
  plainFormSentPath,
} from '#domain/registrations/plain-forms.ts'
import { registrationForms } from '#domain/registrations/registrations.ts'
import { linkWords } from '#site/lib/form/link-words.tsx'
import { paths } from '#site/paths.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { Button } from '#site/ui/button.tsx'
import { Confirmation } from '#site/ui/confirmation.tsx'
import { NextSteps } from '#site/ui/next-steps.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { StatusBadge } from '#site/ui/status.tsx'

interface PlainFormSentProps {
  form: PlainFormName
  receipt: PlainFormReceipt | null
  definition: LongFormDefinition
  siteUrl: string
}

export function PlainFormSent({ form, receipt, definition, siteUrl }: PlainFormSentProps) {
  if (!receipt)
    return (
      <>
        <PageHero title={definition.title} lead={words.overLead} />
        <Section>
          <p>
            {linkWords(words.over.text, [
              { words: words.over.status, href: paths.track },
              { words: words.over.form, href: registrationForms[form].path },
            ])}
          </p>
        </Section>
      </>
    )
  const { reference, status, isNew, trackingPath, wantsPhoto } = receipt
  const address = trackingPath && siteUrl + trackingPath
  return (
    <>
      <PageHero {...(isNew ? describeSuccess(definition) : words.already)} />
      <Section>
        <div className="long-form-done plain-form-sent">
          <Confirmation
            label={definition.title}
            code={reference}
            status={<StatusBadge status={status} />}
            footer={
              address && (
                <div className="done-link">
                  <p>
                    <a href={address}>{words.follow}</a>
                  </p>
                  <p className="code plain-form-link">{address}</p>
                  <p>
                    <a href={whatsappUrl(`${definition.title} ${reference}: ${address}`)}>{words.whatsapp}</a>
                  </p>
                  <p className="field-help">{words.linkHelp}</p>
                </div>
              )
            }
          >
            <p className="done-note">{words.reference}</p>
            {wantsPhoto && (
              <div className="done-photo">
                <p>
                  {address
                    ? linkWords(words.photoMissing.text, [{ words: words.photoMissing.link, href: address }])
                    : words.photoMissing.mailed}
                </p>
              </div>
            )}
          </Confirmation>
          {/* Of one that was there before, its own page says where it stands. */}
          {isNew && receipt.answerBy && (
            <NextSteps steps={describeNextSteps(form, receipt, receipt.answerBy)} />
          )}
          <p>{linkWords(words.status.text, [{ words: words.status.link, href: paths.track }])}</p>
          <form method="post" action={plainFormSentPath(form)}>
            <p>{words.sharedPhone}</p>
            <Button type="submit">{words.forget}</Button>
          </form>
        </div>
      </Section>
    </>
  )
}

/** The specification's sentence. */
function describeSuccess({ success }: LongFormDefinition): { title: string; lead?: string } {
  return success.kind === 'alert'
    ? { title: success.message }
    : { title: success.title, lead: success.description }
}

/** To a chat of one's own choice. */
const whatsappUrl = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`

function describeNextSteps(
  form: PlainFormName,
  { wantsPhoto, hasEmail }: PlainFormReceipt,
  answerBy: string,
): string[] {
  const days = promises.registrationAnswerHours / 24
  const steps = listNextSteps(form, hasEmail !== false, days, formatDateInWords(answerBy))
  return wantsPhoto ? [words.addPhoto, ...steps] : steps
}
