/** 'Order again': the same products at today's prices, into the cart. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { OrderItem } from '#domain/market/order.ts'
import { reorderWords as words } from '#domain/market/reorder-words.ts'
import { networkHint } from '#site/lib/network.ts'
import { addProduct, readCart, setQuantity } from '#site/market/cart/cart.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

export default function Reorder({ items }: { items: readonly OrderItem[] }) {
  const navigate = useNavigate()
  const filling = useMutation({
    mutationFn: () => fillCart(items),
    onSuccess({ added, missing }) {
      if (added === 0) return toast.error(words.none.title, words.none.text)
      toast.success(words.added.title, words.added.text(missing))
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

/** Never less than what lies in the cart already. */
async function fillCart(items: readonly OrderItem[]): Promise<{ added: number; missing: string[] }> {
  const { readProducts } = await import('#site/market/cart/read-products.ts')
  const products = await readProducts(items.flatMap(({ productId }) => productId ?? []))
  let added = 0
  const missing: string[] = []
  for (const { productId, name, quantity } of items) {
    const product = products.find(({ id }) => id === productId)
    const before = readCart().items.find((line) => line.productId === productId)?.quantity ?? 0
    if (!product || !addProduct(product)) {
      missing.push(name)
      continue
    }
    const wanted = Math.max(before, quantity)
    setQuantity(product.id, product.stock === null ? wanted : Math.min(wanted, Math.max(product.stock, 1)))
    added += 1
  }
  return { added, missing }
}
