/** The open cart as a state of the address (`?view=cart`), so that Back closes it; its code comes when it is needed. */
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { addressParams } from '#site/lib/address-params.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { toast } from '#site/ui/toast.tsx'

const openedHere = { openedHere: true }

export function loadCartPanel() {
  return import('./cart-panel.tsx')
}

/** The panel to place on the page, and what opens it. */
export function useOpenCart() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const isOpen = isHydrated && params.get('view') === 'cart'
  const Panel = useCartPanel(isOpen, close)

  function setView(view: string | null, options: { replace: boolean; state: object | null }) {
    const next = addressParams()
    if (view) next.set('view', view)
    else next.delete('view')
    setParams(next, { ...options, preventScrollReset: true })
  }

  function close() {
    // Going back leaves no second step of the same page behind; anyone who came by a link has nowhere to go back to.
    if (state?.openedHere) navigate(-1)
    else setView(null, { replace: true, state: null })
  }

  return {
    open: () => setView('cart', { replace: false, state: openedHere }),
    panel: Panel && <Panel isOpen={isOpen} onClose={close} />,
  }
}

type CartPanel = ComponentType<{ isOpen: boolean; onClose: () => void }>

function useCartPanel(isOpen: boolean, onMissing: () => void): CartPanel | null {
  const [Panel, setPanel] = useState<CartPanel | null>(null)
  const giveUp = useEffectEvent(() => {
    toast.error('The cart could not be opened', 'Check your connection, then try again.')
    onMissing()
  })
  useEffect(() => {
    if (!isOpen || Panel) return
    loadCartPanel()
      .then((module) => setPanel(() => module.CartPanel))
      .catch(() => giveUp())
  }, [isOpen, Panel])
  return Panel
}
