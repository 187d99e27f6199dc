/** "Delete my account": the address typed and a code from the mailbox, then the way out for good. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findDeletionProblems, accountDeletionWords as words } from '#domain/account/account-deletion.ts'
import { dropLostSession, signOut } from '#site/lib/auth-state.ts'
import { clearDrafts } from '#site/lib/draft.ts'
import { CodeInput } from '#site/lib/form/code-input.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { mailCode } from '#site/lib/mail-code.ts'
import { ownDataId } from '#site/lib/own-data/fetch-shape.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { SaveFirst } from '#site/ui/save-first.tsx'
import { AccountDeleted } from './account-deleted.tsx'
import { deletedHere, tellOtherTabs } from './deleted-here.ts'
import { deleteMyAccount, openOrdersQuery } from './my-data-calls.ts'

interface DeleteAccountProps {
  userId: string
  email: string
}

const formId = 'delete-account'

export function DeleteAccount({ userId, email }: DeleteAccountProps) {
  const openOrders = useQuery(openOrdersQuery(userId))
  const [isPrompting, setIsPrompting] = useState(false)
  const [isMailing, setIsMailing] = useState(false)
  const form = useSmallForm({
    fieldId: (name) => `${formId}-${name}`,
    read({ confirmation = '', code = '' }, refuse) {
      const input = { confirmation, code }
      for (const { field, message } of findDeletionProblems(input, email)) refuse(field, message)
      return input
    },
    async send(input) {
      await deleteMyAccount(input)
      // Before the session ends, which takes this page away.
      deletedHere.set(<AccountDeleted />)
      tellOtherTabs(userId)
      const { error } = await signOut()
      // Erased all the same: nothing of it stays on this device.
      if (error) {
        clearDrafts()
        await dropLostSession()
      }
    },
  })
  const { errorText, problemOf } = form
  const busy = isMailing || form.isSending

  async function begin() {
    setIsMailing(true)
    form.clear()
    try {
      await mailCode()
      setIsPrompting(true)
    } catch (error) {
      form.setErrorText(error instanceof Error ? error.message : String(error))
    }
    setIsMailing(false)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <p>{words.lead}</p>
      {openOrders.data ? (
        <Notice kind="warn">
          <p>{words.openOrders(openOrders.data)}</p>
        </Notice>
      ) : null}
      {errorText && !isPrompting && <ErrorNotice text={errorText} />}
      <div>
        <Button
          variant="danger"
          busy={isMailing}
          busyLabel={words.mailBusyLabel}
          onClick={() => void begin()}
        >
          {words.label}
        </Button>
      </div>
      <Dialog
        open={isPrompting}
        role="alertdialog"
        title={words.title}
        onClose={() => busy || setIsPrompting(false)}
        actions={
          <>
            <Button
              type="submit"
              form={formId}
              variant="danger"
              busy={form.isSending}
              busyLabel={words.busyLabel}
            >
              {words.submitLabel}
            </Button>
            <Button variant="outline" disabled={busy} onClick={() => setIsPrompting(false)}>
              {words.keep}
            </Button>
          </>
        }
      >
        <p>
          {words.final} <strong className="wrap-anywhere">{email}</strong>.
        </p>
        <SaveFirst elementId={ownDataId} close={() => busy || setIsPrompting(false)} />
        <FormElement form={form} id={formId} label={words.label}>
          <Field
            id={`${formId}-confirmation`}
            {...words.confirmation}
            error={problemOf('confirmation')}
            required
          >
            <TextInput name="confirmation" type="email" autoComplete="off" autoCapitalize="none" />
          </Field>
          <Field id={`${formId}-code`} {...words.code} error={problemOf('code')} required>
            <CodeInput />
          </Field>
        </FormElement>
        <ErrorNotice text={errorText} />
      </Dialog>
    </div>
  )
}
