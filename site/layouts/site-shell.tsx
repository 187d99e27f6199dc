/** What surrounds every page: skip link, banner, header, the page itself, footer. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router'
import { markDocument, repeatEarlyTap, stopStoringTaps } from '#site/layouts/early-page.ts'
import { SiteFooter } from '#site/layouts/navigation/site-footer.tsx'
import { SiteHeader } from '#site/layouts/navigation/site-header.tsx'
import { NotFound } from '#site/layouts/not-found/not-found.tsx'
import type { SessionView, SessionWatcherProps } from '#site/layouts/session-watcher.tsx'
import { useStore } from '#site/lib/external-store.ts'
import { sessionWanted, watchForSession } from '#site/lib/session-signal.ts'
import { useFocusOnNavigation } from '#site/lib/use-focus-on-navigation.ts'
import { useCompany } from '#site/page-company.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { Band } from '#site/ui/band.tsx'
import { Toaster, toast } from '#site/ui/toast.tsx'

interface SiteShellProps {
  evaluation: boolean
  /**
   * The page brings its own navigation, its own <main> and a place for messages: to everybody, or to staff. To everybody else it is
   * then a missing page of the site.
   */
  shell?: PageHandle['shell']
  children: ReactNode
}

export function SiteShell({ evaluation, shell, children }: SiteShellProps) {
  const company = useCompany()
  const { account, watcher } = useHeaderAccount()
  // Its component would add a script to the page, which restores what the browser has restored already.
  useScrollRestoration()
  // The last effect of the first drawing: anyone who waits for a page that answers (a test, a style) finds it here.
  useEffect(() => {
    document.documentElement.dataset.live = 'yes'
    repeatEarlyTap()
  }, [])
  return (
    <>
      <a ref={stopStoringTaps} href="#main" className="skip">
        Skip to main content
      </a>
      {evaluation && (
        <p className="evaluation">Evaluation copy, not for real records. What is marked demo is made up.</p>
      )}
      {shell === 'own' || (shell && account.isStaff) ? (
        children
      ) : (
        <>
          <Band className="band-thin" />
          <div className="site-top">
            <Toaster />
            <SiteHeader company={company} account={account} />
          </div>
          <Main>{shell ? <NotFound /> : children}</Main>
          <SiteFooter company={company} />
        </>
      )}
      {watcher}
    </>
  )
}

function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" ref={useFocusOnNavigation()} tabIndex={-1}>
      {children}
    </main>
  )
}

type Watcher = ComponentType<SessionWatcherProps>

const visitor: SessionView = { isSignedIn: null, isAdmin: false, isStaff: false }

/** Who is signed in, once something on this device speaks of a session: only then is its code fetched. */
function useHeaderAccount() {
  const isWanted = useStore(sessionWanted, false)
  const [Watcher, setWatcher] = useState<Watcher | null>(null)
  /** How often Sign Out was pressed. */
  const [leaving, setLeaving] = useState(0)
  const [{ isSignedIn, email, isAdmin, isStaff }, setView] = useState(visitor)

  useEffect(watchForSession, [])

  useEffect(() => {
    if (!isWanted) return
    import('#site/layouts/session-watcher.tsx')
      .then((module) => setWatcher(() => module.SessionWatcher))
      .catch((error: unknown) => {
        console.error('The session could not be looked up', error)
        if (leaving) toast.error('Sign out failed', 'Check your connection.')
      })
  }, [isWanted, leaving])

  useEffect(() => {
    if (isSignedIn !== null) markDocument(isSignedIn)
  }, [isSignedIn])

  return {
    account: { isSignedIn, email, isAdmin, isStaff, onSignOut: () => setLeaving((count) => count + 1) },
    watcher: Watcher && <Watcher leaving={leaving} onChange={setView} />,
  }
}
