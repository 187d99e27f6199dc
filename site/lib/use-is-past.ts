/** Whether a moment is over, also when it passes while the page is open. */
import { useEffect, useState } from 'react'

/** A page that slept on a phone learns of it when somebody looks at it again. */
export function useIsPast(instant: string | null): boolean {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!instant) return
    const look = () => setNow(Date.now())
    look()
    // A second later: a timer may come a little before its time.
    const timer = setTimeout(look, Math.max(0, new Date(instant).getTime() - Date.now()) + 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [instant])
  return instant !== null && new Date(instant).getTime() <= now
}
