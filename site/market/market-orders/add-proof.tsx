/** The proof of a payment that was claimed without one; it may follow until the claim is answered. */

import { useMutation } from '@tanstack/react-query'
import { paymentProofWords } from '#domain/market/payment-words.ts'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { AttachFiles } from './attach-files.tsx'
import type { OrderClient } from './order-client.ts'

interface AddProofProps {
  orderClient: OrderClient
  onAdded: () => Promise<void>
}

export function AddProof({ orderClient, onAdded }: AddProofProps) {
  const adding = useMutation({
    mutationFn: (proofPath: string | null) => orderClient.claim(proofPath),
    async onSuccess() {
      toast.success(paymentProofWords.arrived)
      await onAdded()
    },
  })
  return (
    <Panel title={paymentProofWords.beforeClaim.label}>
      <div className="grid grid-cols-1 gap-4">
        <AttachFiles
          orderClient={orderClient}
          kind="proof"
          {...paymentProofWords.afterClaim}
          max={1}
          attached={[]}
          onChange={(attached) => adding.mutate(attached[0]?.path ?? null)}
        />
        {adding.isError && <ErrorNotice text={adding.error.message} />}
      </div>
    </Panel>
  )
}
