/** What surrounds every page: skip link, banner, header, the page itself, footer. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SiteFooter } from '#site/features/navigation/site-footer.tsx'
import { SiteHeader } from '#site/features/navigation/site-header.tsx'
import { markDocument, nameUser } from '#site/layouts/session-mark.ts'
import { signOut, useAuth } from '#site/lib/auth-state.ts'
import { useCompany } from '#site/lib/company.ts'
import { useRole } from '#site/lib/role.ts'
import { paths } from '#site/paths.ts'
import { Band } from '#site/ui/band.tsx'
import { toast } from '#site/ui/toast.tsx'

export function SiteShell({ evaluation, children }: { evaluation: boolean; children: ReactNode }) {
  const company = useCompany()
  const account = useHeaderAccount()
  const main = useFocusOnNavigation()
  // The last effect of the first drawing: whoever waits for a page that answers (a test, a style) finds it here.
  useEffect(() => {
    document.documentElement.dataset.live = 'yes'
  }, [])
  return (
    <>
      <a href="#main" className="skip">
        Skip to main content
      </a>
      {evaluation && (
        <p className="evaluation">Evaluation copy, not for real records. What is marked demo is made up.</p>
      )}
      <Band className="band-thin" />
      <SiteHeader companyName={company.companyName} account={account} />
      <script dangerouslySetInnerHTML={{ __html: nameUser }} />
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter company={company} />
    </>
  )
}

function useHeaderAccount() {
  const auth = useAuth()
  const role = useRole()
  const navigate = useNavigate()
  const isSignedIn = auth.status === 'loading' ? null : auth.status === 'signedIn'

  useEffect(() => {
    if (isSignedIn !== null) markDocument(isSignedIn)
  }, [isSignedIn])

  async function leave() {
    try {
      const { error } = await signOut()
      if (error) throw error
      navigate(paths.home)
    } catch {
      toast.error('Sign out failed', 'Please check your connection and try again.')
    }
  }

  return {
    isSignedIn,
    email: auth.email,
    isAdmin: isSignedIn === true && role.status === 'known' && role.role === 'admin',
    onSignOut: () => void leave(),
  }
}

/** After a move within the site the focus goes to the new page, as it would after a load. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (!hash) main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}
