/** The last page of a long form, loaded with all that sending needs: everything once more, the consents, the button. */
import { backLabel } from '#domain/registrations/long-form-words.ts'
import { sentBeforeWords } from '#domain/registrations/notice-words.ts'
import { reviewWords as words } from '#domain/registrations/review-words.ts'
import '#site/styles/finish.css'
import { ErrorMessage } from '#site/lib/form/error-message.tsx'
import { nameDay, type SentHere } from '#site/lib/sent-here.ts'
import { Button, ButtonAnchor } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ConfirmationPage, type DoneProps } from './confirmation-page.tsx'
import { EnteredByStaff } from './entered-by-staff.tsx'
import { FormField } from './form-field.tsx'
import { ReviewFacts } from './review-facts.tsx'
import { followPath } from './sent-before.tsx'
import { StepFrame } from './step-frame.tsx'
import { type ReviewStepProps, useReview } from './use-review.ts'
import { ruleOf } from './values.ts'

/** What stands in place of the form once it is safe, for the person themselves or for staff; loaded with the last page. */
export function Done(props: DoneProps) {
  return props.onBehalf ? <EnteredByStaff {...props} /> : <ConfirmationPage {...props} />
}

export function ReviewStep(props: ReviewStepProps) {
  const { definition, form } = props
  const review = useReview(props)
  const { alertUnless } = definition
  return (
    <StepFrame
      form={form}
      label={definition.title}
      title={words.title}
      lead={words.lead}
      everything
      onSubmit={review.submit}
    >
      <ReviewFacts definition={definition} form={form} />
      {form.visible.map((field) => (
        <FormField
          key={`${field.name}:${form.generation}`}
          id={form.fieldId(field.name)}
          field={field}
          rule={ruleOf(definition, field)}
          optional={false}
          values={form.values}
          error={form.problemOf(field.name)}
          renderSelfie={() => null}
        />
      ))}
      <ErrorMessage errorText={form.errorText} isSending={form.isSending}>
        <p>
          <strong>{words.notConfirmed}</strong> {form.errorText}
        </p>
      </ErrorMessage>
      <div className="long-form-buttons">
        <Button type="submit" busy={form.isSending} busyLabel={definition.busyLabel}>
          {definition.submitLabel}
        </Button>
        <Button
          variant="outline"
          disabled={form.isSending}
          onClick={() => form.steps.open(definition.steps.length - 1)}
        >
          {backLabel}
        </Button>
      </div>
      {alertUnless && (
        <Dialog
          open={review.isAlertOpen}
          role="alertdialog"
          title={alertUnless.message}
          onClose={review.closeAlert}
          actions={<Button onClick={review.closeAlert}>{words.ok}</Button>}
        />
      )}
      {review.sentToday && (
        <SentToday sent={review.sentToday} onClose={review.forgetSentToday} onAnother={review.sendAnother} />
      )}
    </StepFrame>
  )
}

interface SentTodayProps {
  sent: SentHere
  onClose: () => void
  onAnother: () => void
}

/** The same form within a day: follow that one, or send another all the same. */
function SentToday({ sent, onClose, onAnother }: SentTodayProps) {
  return (
    <Dialog
      open
      role="alertdialog"
      title={words.sentToday.title(sentBeforeWords[nameDay(sent) ?? 'yesterday'])}
      onClose={onClose}
      actions={
        <>
          <ButtonAnchor href={followPath(sent)}>{words.sentToday.follow}</ButtonAnchor>
          <Button variant="outline" onClick={onAnother}>
            {words.sentToday.another}
          </Button>
        </>
      }
    >
      <p>
        {words.sentToday.text[0]} <strong className="code">{sent.reference}</strong>
        {words.sentToday.text[1]}
      </p>
    </Dialog>
  )
}
