/** What surrounds every page: skip link, banner, header, the page itself, footer. */
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router'
import { markDocument, repeatEarlyTap } from '#site/layouts/early-page.ts'
import { SiteFooter } from '#site/layouts/navigation/site-footer.tsx'
import { SiteHeader } from '#site/layouts/navigation/site-header.tsx'
import type { SessionView } from '#site/layouts/session-watcher.tsx'
import { useStore } from '#site/lib/external-store.ts'
import { sessionWanted, watchForSession } from '#site/lib/session-signal.ts'
import { useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { Band } from '#site/ui/band.tsx'
import { Toaster, toast } from '#site/ui/toast.tsx'

export function SiteShell({ evaluation, children }: { evaluation: boolean; children: ReactNode }) {
  const company = useCompany()
  const { account, watcher } = useHeaderAccount()
  const main = useFocusOnNavigation()
  // Its component would add a script to the page, which restores what the browser has restored already.
  useScrollRestoration()
  // The last effect of the first drawing: anyone who waits for a page that answers (a test, a style) finds it here.
  useEffect(() => {
    document.documentElement.dataset.live = 'yes'
    repeatEarlyTap()
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
      <div className="site-top">
        <Toaster />
        <SiteHeader company={company} account={account} />
      </div>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter company={company} />
      {watcher}
    </>
  )
}

type Watcher = ComponentType<{ onChange: (view: SessionView) => void }>

const visitor: SessionView = { isSignedIn: null, isAdmin: false }

/** Who is signed in, once something on this device speaks of a session: only then is its code fetched. */
function useHeaderAccount() {
  const navigate = useNavigate()
  const isWanted = useStore(sessionWanted, false)
  const [Watcher, setWatcher] = useState<Watcher | null>(null)
  const [{ isSignedIn, email, isAdmin }, setView] = useState(visitor)

  useEffect(watchForSession, [])

  useEffect(() => {
    if (!isWanted) return
    import('#site/layouts/session-watcher.tsx')
      .then((module) => setWatcher(() => module.SessionWatcher))
      .catch((error: unknown) => console.error('The session could not be looked up', error))
  }, [isWanted])

  useEffect(() => {
    if (isSignedIn !== null) markDocument(isSignedIn)
  }, [isSignedIn])

  async function leave() {
    try {
      const { signOut } = await import('#site/lib/auth-state.ts')
      const { error } = await signOut()
      if (error) throw error
      navigate(paths.home)
    } catch {
      toast.error('Sign out failed', 'Please check your connection and try again.')
    }
  }

  return {
    account: { isSignedIn, email, isAdmin, onSignOut: () => void leave() },
    watcher: Watcher && <Watcher onChange={setView} />,
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
