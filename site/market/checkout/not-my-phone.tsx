/** At the foot of a guest's placed order: on the phone of someone else nothing of it is stored once its tab is closed. */
import { useState } from 'react'
import { notMyPhoneWords as words } from '#domain/market/order-way-words.ts'
import { saveInTab } from '#site/lib/draft.ts'
import { listSentHere, rememberSentHere } from '#site/lib/sent-here.ts'
import { isSharedPhone } from '#site/lib/session-storage.ts'
import { useForgetting } from '#site/lib/use-forgetting.tsx'
import { guestCheckoutName } from '#site/page-drafts.ts'
import { Button } from '#site/ui/button.tsx'

export function NotMyPhone({ code }: { code: string }) {
  const [isTabOnly, setTabOnly] = useState(isSharedPhone)
  const forgetting = useForgetting()

  function change() {
    saveInTab(guestCheckoutName, !isTabOnly)
    if (isTabOnly) {
      forgetting.undo()
      // After a reload nothing is there to give back.
      if (!listSentHere().some(({ reference }) => reference === code))
        rememberSentHere({ reference: code, kind: 'order' })
    } else forgetting.forget()
    setTabOnly(!isTabOnly)
  }

  return (
    <p className="wrap pb-8 field-help">
      <span role="status">{isTabOnly ? words.forgotten : words.remembered}</span>{' '}
      <Button size="sm" variant="quiet" onClick={change}>
        {isTabOnly ? words.undo : words.label}
      </Button>{' '}
      {isTabOnly && forgetting.notice}
    </p>
  )
}
