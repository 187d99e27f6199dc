/** Where a Back button leads: to the page before within this site, else home (the router's own count, decision 8). */
import { useNavigate } from 'react-router'
import { paths } from '#site/paths.ts'

export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => {
    // The browser's own history counts other sites too; the router numbers the entries that are ours, from 0 at each full load.
    const index: unknown = window.history.state?.idx
    const cameFromHere =
      document.referrer.startsWith(`${window.location.origin}/`) && window.history.length > 1
    if ((typeof index === 'number' && index > 0) || cameFromHere) navigate(-1)
    else navigate(paths.home)
  }
}
