/** What delivery costs from, and the way to the estimate on a page that is light without it: its code comes when it is wanted, or the place is known. */
import { type ComponentType, useEffect, useState } from 'react'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { Button } from '#site/ui/button.tsx'
import { readPlace } from './place.ts'
import type { BasketLine } from './read-options.ts'

type Estimate = ComponentType<{ items: readonly BasketLine[] }>

export function AskDelivery({ items, offer }: { items: readonly BasketLine[]; offer: string }) {
  const [Estimate, setEstimate] = useState<Estimate | null>(null)
  const [isLoading, setIsLoading] = useState(false)

  const isHydrated = useHydrated()

  function load() {
    setIsLoading(true)
    import('./delivery-estimate.tsx')
      .then((module) => setEstimate(() => module.DeliveryEstimate))
      .catch(() => setIsLoading(false)) // the button stays for another try
  }

  useEffect(() => {
    if (readPlace()) load()
  }, [])

  if (Estimate) return <Estimate items={items} />
  return (
    <div>
      <p className="field-help">{offer}</p>
      {/* It opens nothing where no script runs. */}
      {isHydrated && (
        <Button size="sm" variant="quiet" busy={isLoading} busyLabel={words.loading} onClick={load}>
          {words.ask}
        </Button>
      )}
    </div>
  )
}
