/** Takes an order back that nobody has begun to prepare; confirmed by a second press. */

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#domain/market/order.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { describeWithdrawal } from './describe-order.ts'
import type { OrderClient } from './order-client.ts'

interface WithdrawOrderProps {
  order: Order
  orderClient: OrderClient
  onWithdrawn: () => Promise<void>
}

export function WithdrawOrder({ order, orderClient, onWithdrawn }: WithdrawOrderProps) {
  const [isPrompting, setIsPrompting] = useState(false)
  const withdrawal = useMutation({
    mutationFn: orderClient.withdraw,
    async onSuccess() {
      setIsPrompting(false)
      toast.success('Order withdrawn', `Order ${order.code} is closed.`)
      await onWithdrawn()
    },
  })

  function close() {
    if (withdrawal.isPending) return
    setIsPrompting(false)
    withdrawal.reset()
  }

  return (
    <Panel title="Withdraw">
      <div className="grid gap-4">
        <p>You may take this order back as long as nothing is being prepared.</p>
        <div>
          <Button variant="outline" onClick={() => setIsPrompting(true)}>
            Withdraw order
          </Button>
        </div>
      </div>
      <Dialog
        open={isPrompting}
        role="alertdialog"
        title={`Order ${order.code} is closed for good`}
        onClose={close}
        actions={
          <>
            <Button
              variant="danger"
              busy={withdrawal.isPending}
              busyLabel="Withdrawing..."
              onClick={() => withdrawal.mutate()}
            >
              Withdraw it
            </Button>
            <Button variant="outline" disabled={withdrawal.isPending} onClick={close}>
              Keep it
            </Button>
          </>
        }
      >
        <p>{describeWithdrawal(order)}</p>
        {withdrawal.isError && <ErrorNotice text={withdrawal.error.message} />}
      </Dialog>
    </Panel>
  )
}
