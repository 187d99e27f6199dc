/** The page after a registration without scripts: the sentence, the slip, the link that follows it, and what comes next. */
import {
  type PlainFormName,
  type PlainFormReceipt,
  plainFormSentPath,
} from '#domain/registrations/plain-forms.ts'
import { registrationForms } from '#domain/registrations/registrations.ts'
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
        <PageHero
          title={definition.title}
          lead="This page shows what was sent here for ten minutes. That time is over, or nothing was sent."
        />
        <Section>
          <p>
            With the reference and your phone number you see <a href={paths.track}>where it stands</a>. Or{' '}
            <a href={registrationForms[form].path}>go to the form</a>.
          </p>
        </Section>
      </>
    )
  const { reference, status, isNew, trackingPath, wantsPhoto } = receipt
  const address = trackingPath && siteUrl + trackingPath
  return (
    <>
      <PageHero {...(isNew ? describeSuccess(definition) : alreadyThere)} />
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
                    <a href={address}>Follow your registration</a>
                  </p>
                  <p className="code plain-form-link">{address}</p>
                  <p>
                    <a href={whatsappUrl(`${definition.title} ${reference}: ${address}`)}>
                      Send it to WhatsApp
                    </a>
                  </p>
                  <p className="field-help">
                    Copy this link, or send it to yourself: WhatsApp then has it too. Keep it secret: whoever
                    has it sees what you sent, and can answer for you. It opens in a browser with JavaScript.
                  </p>
                </div>
              )
            }
          >
            <p className="done-note">
              This is your reference. Write it down, or take a picture of it: with it we find you at once.
            </p>
            {wantsPhoto && (
              <div className="done-photo">
                <p>
                  Your registration is safe, but your photo is missing.{' '}
                  {address ? (
                    <a href={address}>Add it by your link</a>
                  ) : (
                    <>Add it by the link that we have sent you</>
                  )}
                  , on this phone or another one.
                </p>
              </div>
            )}
          </Confirmation>
          <NextSteps steps={listNextSteps(wantsPhoto)} />
          <form method="post" action={plainFormSentPath(form)}>
            <p>
              Is this phone not yours alone? For ten minutes anyone who uses it can open this page. Note your
              reference first.
            </p>
            <Button type="submit">I am done: forget it here</Button>
          </form>
        </div>
      </Section>
    </>
  )
}

const alreadyThere = {
  title: 'You are registered already',
  lead: 'What you sent just now was not taken. This is the registration that we have.',
}

/** The specification's sentence. */
function describeSuccess({ success }: LongFormDefinition): { title: string; lead?: string } {
  return success.kind === 'alert'
    ? { title: success.message }
    : { title: success.title, lead: success.description }
}

/** To a chat of one's own choice. */
const whatsappUrl = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`

function listNextSteps(wantsPhoto: boolean): string[] {
  return [
    ...(wantsPhoto ? ['You add your photo by the link above.'] : []),
    'A person reads what you sent. If something is unclear, we ask you to correct just that.',
    'You see where it stands at /track, with your reference and your phone number. That works without JavaScript too.',
    'It costs nothing. Whoever asks you for money is not from us.',
  ]
}
