/**
 * The money of one order is one call at a time: while one runs, and for as long after its answer as the second press of a double
 * click takes, no other money button of that order can be pressed. The answer may have moved another one under the pointer.
 */
import { useIsMutating } from '@tanstack/react-query'
import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Button } from '#site/ui/button.tsx'

/** What a system counts as a double click, and a little more. */
const doubleClickMs = 700

const Calls = createContext({ name: '', isResting: false })

export function MoneyCalls({ orderId, children }: { orderId: string; children: ReactNode }) {
  const name = `money-${orderId}`
  const isRunning = useIsMutating({ mutationKey: [name] }) > 0
  const [isResting, setIsResting] = useState(false)
  useEffect(() => {
    if (isRunning) return setIsResting(true)
    const rest = setTimeout(() => setIsResting(false), doubleClickMs)
    return () => clearTimeout(rest)
  }, [isRunning])
  return <Calls value={{ name, isResting: isRunning || isResting }}>{children}</Calls>
}

/** For `useAction` and `useActionForm`: the call is one of the order's money. */
export const useMoneyCall = () => ({ callName: useContext(Calls).name })

export function MoneyButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const { isResting } = useContext(Calls)
  return <Button {...rest} disabled={disabled || isResting} />
}
