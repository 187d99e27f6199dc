/** The question before a browser without scripts forgets what was sent: what goes is its heading. */
import { forgetSentWords as words } from '#domain/registrations/plain-form-words.ts'
import {
  forgetField,
  type PlainFormName,
  type PlainFormReceipt,
  plainFormSentPath,
} from '#domain/registrations/plain-forms.ts'
import { Button } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'

interface PlainFormForgetProps {
  form: PlainFormName
  /** Null where the browser returns no cookies, or their time is over: nothing can be shown again. */
  receipt: PlainFormReceipt | null
}

export function PlainFormForget({ form, receipt }: PlainFormForgetProps) {
  const path = plainFormSentPath(form)
  const hasLink = Boolean(receipt?.trackingPath)
  return (
    <>
      <PageHero title={words.title(receipt !== null, hasLink)} />
      <Section>
        <div className="long-form-done plain-form-sent">
          <p>{receipt ? words.text(receipt.reference, hasLink) : words.unknown}</p>
          {hasLink && <p>{words.copyFirst}</p>}
          <p>{receipt ? words.comeBack : words.goBack}</p>
          <form method="post" action={path}>
            <Button type="submit" variant="danger" name={forgetField} value="yes">
              {words.confirmLabel}
            </Button>
          </form>
          {receipt && (
            <form method="get" action={path}>
              <Button type="submit" variant="outline">
                {words.keepLabel}
              </Button>
            </form>
          )}
        </div>
      </Section>
    </>
  )
}
