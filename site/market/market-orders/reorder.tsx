/** 'Order again': the same products at today's prices, into the cart. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { cartLineWords, sayMost } from '#domain/market/cart-line-words.ts'
import type { OrderItem } from '#domain/market/order.ts'
import type { CatalogueProduct } from '#domain/market/products.ts'
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
    async mutationFn() {
      const { readProducts } = await import('#site/market/cart/read-products.ts')
      const products = await readProducts(items.flatMap(({ productId }) => productId ?? []))
      return products.length > 0 ? fillCart(items, products) : null
    },
    onSuccess(less) {
      if (!less) return toast.error(words.none.title, words.none.text)
      if (less.length > 0) toast.error(cartLineWords.cutTitle, less.join(' '))
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

/** Never less than what lies in the cart already. Answers in sentences what it took fewer of, or nothing. */
export function fillCart(items: readonly OrderItem[], products: readonly CatalogueProduct[]): string[] {
  const held = (id: string) => readCart().items.find(({ productId }) => productId === id)?.quantity ?? 0
  return items.flatMap(({ productId, name, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) return cartLineWords.describeGone(name)
    const { id, stock } = product
    const wanted = Math.max(held(id), quantity)
    if (!addProduct(product)) return cartLineWords.describeTooMany(name)
    setQuantity(id, stock === null ? wanted : Math.min(wanted, Math.max(stock, 1)))
    if (stock === 0) return `${name}: ${cartLineWords.soldOut}`
    return held(id) < quantity ? `${name}: ${sayMost(held(id), stock)}` : []
  })
}
