/** A record that was opened for one of its steps: the focus waits where it is taken; nothing is decided yet. */
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { addressParams } from '#site/lib/address-params.ts'

export function useTakenStep(isShown: boolean): void {
  const [params, setParams] = useSearchParams()
  const step = params.get('take')
  const forget = useEffectEvent(() => {
    const next = addressParams()
    next.delete('take')
    setParams(next, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (!step || !isShown) return
    const over = new AbortController()
    import('./take-step.ts').then(
      ({ takeStep }) => over.signal.aborted || takeStep(step, over.signal, forget),
      () => {},
    )
    return () => over.abort()
  }, [step, isShown])
}
