/** The way out of the admin area: signed out, on the home page of the site. */
import { useNavigate } from 'react-router'
import { signOut } from '#site/lib/auth-state.ts'
import { paths } from '#site/paths.ts'
import { toast } from '#site/ui/toast.tsx'

export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const { error } = await signOut().catch((error: unknown) => ({ error }))
    if (error) toast.error('Sign out failed', 'Please check your connection and try again.')
    else navigate(paths.home)
  }
}
