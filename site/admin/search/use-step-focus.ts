/** A record that was opened for one of its steps: the focus waits on the button that takes it; nothing is decided yet. */
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { addressParams } from '#site/lib/address-params.ts'

export function useStepFocus(isShown: boolean): void {
  const [params, setParams] = useSearchParams()
  const step = params.get('step')
  useEffect(() => {
    if (!step || !isShown) return
    document.querySelector<HTMLElement>(`dialog[open] [data-step="${CSS.escape(step)}"]`)?.focus()
    const next = addressParams()
    next.delete('step')
    setParams(next, { replace: true, preventScrollReset: true })
  }, [step, isShown, setParams])
}
