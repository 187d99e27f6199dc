/** The proof of a payment that was claimed without one; it may follow until the claim is answered. */

import { useMutation } from '@tanstack/react-query'
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
    mutationFn: orderClient.claim,
    async onSuccess() {
      toast.success('Your proof has arrived')
      await onAdded()
    },
  })
  return (
    <Panel title="Proof of payment">
      <div className="grid grid-cols-1 gap-4">
        <AttachFiles
          orderClient={orderClient}
          kind="proof"
          label="Picture or PDF of your transfer"
          help="Up to 2 MB. It helps us to find it on our statement."
          max={1}
          attached={[]}
          onChange={(attached) => adding.mutate(attached[0]?.path ?? null)}
        />
        {adding.isError && <ErrorNotice text={adding.error.message} />}
      </div>
    </Panel>
  )
}
