/** 'Order again': the same products at today's prices, into the cart. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { OrderItem } from '#domain/market/order.ts'
import { reorderWords as words } from '#domain/market/reorder-words.ts'
import { networkHint } from '#site/lib/network.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

export default function Reorder({ items }: { items: readonly OrderItem[] }) {
  const navigate = useNavigate()
  const filling = useMutation({
    mutationFn: async () => (await import('#site/market/cart/order-again.ts')).orderAgain(items),
    onSuccess(cut) {
      if (!cut) return toast.error(words.none.title, words.none.text)
      if (cut.text) toast.error(cut.title, cut.text)
      else toast.success(words.added.title, words.added.text)
      navigate(paths.cart)
    },
    onError: () => toast.error(words.failed, networkHint),
  })
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p>{words.text}</p>
        <div>
          <Button
            variant="outline"
            busy={filling.isPending}
            busyLabel={words.busyLabel}
            onClick={() => filling.mutate()}
          >
            {words.submitLabel}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
