/**
 * "Erase my data": a typed word, then the key that the secrets were locked with is destroyed. The account stays. What is left says
 * in its place that it is done, and has the focus.
 */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { erasureGoes } from '#domain/account/erasure-goes.ts'
import { erasureWord, erasureWords as words } from '#domain/account/erasure-words.ts'
import { privacyPageWords } from '#domain/account/my-data-words.ts'
import { readFormValues } from '#site/lib/form/form-values.ts'
import { useForm } from '#site/lib/form/use-form.ts'
import { focusBox } from '#site/lib/form/use-small-form.ts'
import { ownDataId } from '#site/lib/own-data/fetch-shape.ts'
import { EraseButton } from '#site/ui/erase-button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { eraseMyData } from './my-data-calls.ts'

export function EraseMyData({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const form = useForm((name) => `erase-${name}`)
  const [isErased, setIsErased] = useState(false)

  /** It is sent by the dialog that stands around it. */
  function check(): boolean {
    const isTyped = readFormValues(form.ref.current).word?.trim().toUpperCase() === erasureWord
    form.refuse(isTyped ? [] : [{ field: 'word', message: words.wordMissing }])
    if (!isTyped) focusBox(form.fieldId('word'))
    return isTyped
  }

  if (isErased) return <Erased />
  return (
    <Panel title={privacyPageWords.erase}>
      <div className="grid grid-cols-1 gap-4">
        <p>{words.lead}</p>
        <EraseButton
          check={check}
          erase={async () => {
            // Here before anything is gone: afterwards the line may be.
            const { forgetHere } = await import('./forget-here.ts')
            forgetHere(userId, await eraseMyData())
          }}
          saveFirst={ownDataId}
          onErased={() => {
            toast.dismiss()
            setIsErased(true)
            void queries.invalidateQueries()
          }}
          onClosed={form.clear}
        >
          {(confirm) => (
            <>
              <ul className="grid list-disc gap-2 ps-6">
                {erasureGoes.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <p>{words.ask.final}</p>
              <form
                ref={form.ref}
                className="form"
                noValidate
                aria-label={words.label}
                onSubmit={(event) => {
                  event.preventDefault()
                  confirm()
                }}
              >
                <Field id="erase-word" {...words.word} error={form.problemOf('word')} required>
                  <TextInput name="word" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
                </Field>
              </form>
            </>
          )}
        </EraseButton>
      </div>
    </Panel>
  )
}

function Erased() {
  const heading = useRef<HTMLSpanElement>(null)

  // The button that was pressed is gone.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <Panel
      title={
        <span ref={heading} tabIndex={-1}>
          {words.erased.title}
        </span>
      }
    >
      <p>
        {words.erased.text} {words.erased.stays}
      </p>
    </Panel>
  )
}
