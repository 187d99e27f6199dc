/** Whether a time is over, also when it passes while the page is open. */
import { useEffect, useState } from 'react'

/** A page that slept on a phone learns of it when it becomes visible again. */
export function useIsPast(instant: string | null): boolean {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!instant) return
    const check = () => setNow(Date.now())
    check()
    // A second later: a timer may come a little before its time.
    const timer = setTimeout(check, Math.max(0, new Date(instant).getTime() - Date.now()) + 1000)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [instant])
  return instant !== null && new Date(instant).getTime() <= now
}
