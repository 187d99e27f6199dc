/** Where a buyer begins: a selfie, the kind of buyer, the terms; then the form of that kind. */
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { buyerStartMessages, buyerTypes } from '#domain/registrations/buyers.ts'
import { paths } from '#site/paths.ts'
import { Selfie } from '#site/registrations/selfie/selfie.tsx'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary, type FormError } from '#site/ui/error-summary.tsx'
import { Field, FieldError } from '#site/ui/field.tsx'
import { Checkbox, Select } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { keepStart, recallStart } from './start-memory.ts'
import { keepReceipt, storeStartPhoto } from './start-photo.ts'

interface BuyerStartProps {
  userId: string
  onSessionLost: () => void
}

const forms: Record<string, string> = {
  individual: paths.buyerFormIndividual,
  corporate: paths.buyerFormCorporate,
}

const ids = {
  selfieImage: 'start-selfie',
  buyerType: 'start-buyer-type',
  acceptTerms: 'start-terms',
} as const
type StartField = keyof typeof ids

export function BuyerStart({ userId, onSessionLost }: BuyerStartProps) {
  const navigate = useNavigate()
  const [kept] = useState(() => recallStart(userId))
  const [photo, setPhoto] = useState(kept.photo)
  const [buyerType, setBuyerType] = useState(kept.buyerType)
  const [hasAccepted, setHasAccepted] = useState(kept.hasAccepted)
  const [attempt, setAttempt] = useState(0)
  const [progress, setProgress] = useState<number | null>(null)
  const [hasPhotoFailed, setHasPhotoFailed] = useState(false)

  useEffect(() => {
    if (photo || buyerType || hasAccepted) keepStart(userId, { photo, buyerType, hasAccepted })
  }, [userId, photo, buyerType, hasAccepted])

  const isOpen: Record<StartField, boolean> = {
    selfieImage: !photo,
    buyerType: !buyerType,
    acceptTerms: !hasAccepted,
  }
  const errors: FormError[] =
    attempt === 0
      ? []
      : (Object.keys(ids) as StartField[])
          .filter((field) => isOpen[field])
          .map((field) => ({ fieldId: ids[field], message: buyerStartMessages[field] }))
  const problemOf = (field: StartField) => errors.find(({ fieldId }) => fieldId === ids[field])?.message
  const isSending = progress !== null

  function goOn(photoReceipt: string | null) {
    // The form's address carries nothing, and neither does the picture travel: only the receipt does.
    navigate(forms[buyerType] ?? paths.buyerFormIndividual, { state: { photoReceipt } })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    if (!photo || !buyerType || !hasAccepted) return setAttempt((count) => count + 1)
    setHasPhotoFailed(false)
    setProgress(0)
    const stored = await storeStartPhoto(photo, setProgress)
    setProgress(null)
    if (stored.kind === 'sessionLost') return onSessionLost()
    if (stored.kind === 'failed') return setHasPhotoFailed(true)
    keepReceipt({ userId, receipt: stored.receipt })
    goOn(stored.receipt)
  }

  return (
    <form
      className="form"
      noValidate
      aria-label="Buyer Registration"
      onSubmit={(event) => void submit(event)}
    >
      <ErrorSummary errors={errors} attempt={attempt} />
      <fieldset className="field" aria-describedby="start-selfie-help">
        <legend className="field-label">Your selfie</legend>
        <p id="start-selfie-help" className="field-help">
          A clear picture of your face, so that we know who registers. It lies in a private place that only
          the people who check registrations can open, and no machine compares faces.
        </p>
        <Selfie
          id={ids.selfieImage}
          photo={photo}
          onChange={setPhoto}
          describedBy={problemOf('selfieImage') && 'start-selfie-error'}
        />
        <FieldError id="start-selfie-error" message={problemOf('selfieImage')} />
      </fieldset>
      <Field id={ids.buyerType} label="Buyer type" error={problemOf('buyerType')} required>
        <Select
          name="buyerType"
          placeholder="Select buyer type"
          options={buyerTypes}
          value={buyerType}
          onChange={(event) => setBuyerType(event.target.value)}
        />
      </Field>
      <Checkbox
        id={ids.acceptTerms}
        checked={hasAccepted}
        onChange={(event) => setHasAccepted(event.target.checked)}
        error={problemOf('acceptTerms')}
        label={
          <>
            I accept the{' '}
            <a href={paths.terms} target="_blank" rel="noopener">
              terms and conditions
            </a>
          </>
        }
      />
      {hasPhotoFailed && (
        <Notice kind="warn">
          <div className="grid gap-3" role="alert">
            <p>
              <strong>Your photo did not arrive.</strong> Check your connection and try again, or go on
              without it: your registration will say that the photo is missing.
            </p>
            <div>
              <Button size="sm" variant="outline" onClick={() => goOn(null)}>
                Continue without the photo
              </Button>
            </div>
          </div>
        </Notice>
      )}
      {isSending && (
        <p role="status">
          Sending your photo <progress value={progress} max={1} aria-label="Photo sent" />
        </p>
      )}
      <div>
        <Button type="submit" busy={isSending} busyLabel="Sending photo...">
          Continue to Registration Form
        </Button>
      </div>
    </form>
  )
}
