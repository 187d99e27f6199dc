/** Where a buyer begins: a selfie, the kind of buyer, the terms; then the form of that kind. */
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  buyerStartMessages,
  buyerTypes,
  buyerStartWords as words,
} from '#domain/registrations/buyer-start.ts'
import { linkWords } from '#site/lib/form/link-words.tsx'
import { PrivacyLine } from '#site/lib/form/privacy-line.tsx'
import { useForm } from '#site/lib/form/use-form.ts'
import { paths } from '#site/paths.ts'
import { Selfie } from '#site/registrations/selfie/selfie.tsx'
import { BandProgress } from '#site/ui/band-progress.tsx'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Field } from '#site/ui/field.tsx'
import { FieldGroup } from '#site/ui/field-group.tsx'
import { Checkbox, Select } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { recallStart, saveStart } from './start-memory.ts'
import { saveReceipt, storeStartPhoto } from './start-photo.ts'

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
  const [saved] = useState(() => recallStart(userId))
  const [photo, setPhoto] = useState(saved.photo)
  const [buyerType, setBuyerType] = useState(saved.buyerType)
  const [hasAccepted, setHasAccepted] = useState(saved.hasAccepted)
  const [progress, setProgress] = useState<number | null>(null)
  const [hasPhotoFailed, setHasPhotoFailed] = useState(false)

  useEffect(() => {
    if (photo || buyerType || hasAccepted) saveStart(userId, { photo, buyerType, hasAccepted })
  }, [userId, photo, buyerType, hasAccepted])

  const isOpen: Record<StartField, boolean> = {
    selfieImage: !photo,
    buyerType: !buyerType,
    acceptTerms: !hasAccepted,
  }
  const names = Object.keys(ids) as StartField[]
  const find = () =>
    names.filter((name) => isOpen[name]).map((field) => ({ field, message: buyerStartMessages[field] }))
  const form = useForm((name) => ids[name as StartField], { names, find, answerOf: () => undefined })
  const { problemOf } = form
  const isSending = progress !== null

  function goOn(photoReceipt: string | null) {
    // The form's address carries nothing, and neither does the picture travel: only the receipt does.
    navigate(forms[buyerType] ?? paths.buyerFormIndividual, { state: { photoReceipt } })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (form.isBusy.current) return
    if (!photo || !buyerType || !hasAccepted) {
      form.watch(names)
      return form.refuse(find())
    }
    setHasPhotoFailed(false)
    setProgress(0)
    const stored = await form.sending(() => storeStartPhoto(photo, setProgress))
    setProgress(null)
    if (stored.kind === 'sessionLost') return onSessionLost()
    if (stored.kind === 'failed') return setHasPhotoFailed(true)
    saveReceipt({ userId, receipt: stored.receipt })
    goOn(stored.receipt)
  }

  return (
    <form
      ref={form.ref}
      className="form"
      noValidate
      aria-label={words.title}
      onSubmit={(event) => void submit(event)}
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <FieldGroup id={ids.selfieImage} {...words.selfieImage} error={problemOf('selfieImage')}>
        <Selfie
          id={ids.selfieImage}
          photo={photo}
          onChange={setPhoto}
          describedBy={problemOf('selfieImage') && `${ids.selfieImage}-error`}
        />
      </FieldGroup>
      <Field id={ids.buyerType} label={words.buyerType.label} error={problemOf('buyerType')} required>
        <Select
          name="buyerType"
          placeholder={words.buyerType.placeholder}
          options={buyerTypes}
          value={buyerType}
          onChange={(event) => setBuyerType(event.target.value)}
        />
      </Field>
      <Checkbox
        id={ids.acceptTerms}
        aria-required
        checked={hasAccepted}
        onChange={(event) => setHasAccepted(event.target.checked)}
        error={problemOf('acceptTerms')}
        label={linkWords(words.acceptTerms.label, words.acceptTerms.links)}
      />
      {hasPhotoFailed && (
        <Notice kind="warn">
          <div className="grid gap-3" role="alert">
            <p>
              <strong>{words.photoMissing.title}</strong> {words.photoMissing.text}
            </p>
            <div>
              <Button size="sm" variant="outline" onClick={() => goOn(null)}>
                {words.photoMissing.goOn}
              </Button>
            </div>
          </div>
        </Notice>
      )}
      {isSending && (
        <div role="status">
          <p id="photo-progress">{words.photoProgress}</p>
          <BandProgress share={progress} labelledBy="photo-progress" />
        </div>
      )}
      <PrivacyLine>{words.note}</PrivacyLine>
      <div>
        <Button type="submit" busy={isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
      </div>
    </form>
  )
}
