/** Takes an order back that nobody has begun to prepare; confirmed by a second press. */

import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { withdrawalWords as words } from '#domain/market/counter-offer-words.ts'
import type { Order } from '#domain/market/order.ts'
import { cleanText, countCharacters } from '#domain/text.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { describeWithdrawal, isAgreedContract } from './describe-order.ts'
import type { OrderClient } from './order-client.ts'

interface WithdrawOrderProps {
  order: Order
  orderClient: OrderClient
  onWithdrawn: () => Promise<void>
}

export default function WithdrawOrder({ order, orderClient, onWithdrawn }: WithdrawOrderProps) {
  const id = useId()
  const [isPrompting, setIsPrompting] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const needsReason = isAgreedContract(order)
  const withdrawal = useMutation({
    mutationFn: () => orderClient.withdraw(needsReason ? reason : undefined),
    async onSuccess() {
      setIsPrompting(false)
      toast.success(words.withdrawn.title, words.withdrawn.text(order.code))
      await onWithdrawn()
    },
  })

  function close() {
    if (withdrawal.isPending) return
    setIsPrompting(false)
    withdrawal.reset()
  }

  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p>{words.lead}</p>
        <div>
          <Button variant="outline" onClick={() => setIsPrompting(true)}>
            {words.openLabel}
          </Button>
        </div>
      </div>
      <Dialog
        open={isPrompting}
        role="alertdialog"
        title={
          <>
            {words.closes[0]} <span className="code whitespace-nowrap">{order.code}</span> {words.closes[1]}
          </>
        }
        onClose={close}
        actions={
          <>
            <Button
              variant="danger"
              busy={withdrawal.isPending}
              busyLabel={words.busyLabel}
              onClick={() => {
                const hasReason = !needsReason || countCharacters(cleanText(reason)) >= 3
                setIsMissing(!hasReason)
                if (hasReason) withdrawal.mutate()
              }}
            >
              {words.submitLabel}
            </Button>
            <Button variant="outline" disabled={withdrawal.isPending} onClick={close}>
              {words.keepLabel}
            </Button>
          </>
        }
      >
        <p>{describeWithdrawal(order)}</p>
        {needsReason && (
          <Field
            id={id}
            label={words.reason.label}
            help={words.reason.help}
            error={isMissing ? words.reason.missing : undefined}
            required
          >
            <TextArea
              name="reason"
              rows={3}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        )}
        {withdrawal.isError && <ErrorNotice text={withdrawal.error.message} />}
      </Dialog>
    </Panel>
  )
}
