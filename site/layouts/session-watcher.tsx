/** Reports to the shell who is signed in; loaded only where there is a session to speak of. */
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { withoutLine } from '#domain/account/sign-out-words.ts'
import { ensureProfile } from '#site/account/profiles/ensure-profile.ts'
import { useRole } from '#site/account/role.ts'
import type { SignOutProps } from '#site/layouts/sign-out.tsx'
import { onSignIn, signOut, useAuth } from '#site/lib/auth-state.ts'
import { useStore } from '#site/lib/external-store.ts'
import { askToLeave, leavingWanted } from '#site/lib/leaving.ts'
import { hasStoredCart } from '#site/market/cart/stored-mark.ts'
import { paths } from '#site/paths.ts'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'

export interface SessionView {
  /** Null while the session is not known. */
  isSignedIn: boolean | null
  email?: string
  /** True only once the role has been read and is admin. */
  isAdmin: boolean
  /** True once the role has been read and is any role of staff. */
  isStaff: boolean
}

export interface SessionWatcherProps {
  /** How often Sign Out was pressed in the header. */
  leaving: number
  onChange: (view: SessionView) => void
}

export function SessionWatcher({ leaving, onChange }: SessionWatcherProps) {
  useEffect(() => onSignIn((client, user) => void ensureProfile(client, user)), [])
  const { status, email } = useAuth()
  const role = useRole()
  const { pathname } = useLocation()
  const isSignedIn = status === 'loading' ? null : status === 'signedIn'
  const isStaff = isSignedIn === true && role.status === 'known' && role.role !== null
  const isAdmin = isStaff && role.role === 'admin'
  useEffect(() => {
    if (isSignedIn && hasStoredCart()) {
      import('#site/market/cart/cart.ts').then(({ startCart }) => startCart()).catch(console.error)
    }
  }, [isSignedIn])
  useEffect(
    () => onChange({ isSignedIn, email, isAdmin, isStaff }),
    [onChange, isSignedIn, email, isAdmin, isStaff],
  )
  const [SignOut, setSignOut] = useState<ComponentType<SignOutProps> | null>(null)
  const wanted = useStore(leavingWanted, null)
  useEffect(() => {
    if (leaving > 0) askToLeave()
  }, [leaving])
  useEffect(() => {
    if (!wanted) return
    import('#site/layouts/sign-out.tsx')
      .then((module) => setSignOut(() => module.SignOut))
      // Without a line it cannot be had: the browser asks.
      .catch(() => {
        // Once: what is drawn again, as around a page of an error, would ask again.
        leavingWanted.set(null)
        const keepsDrafts = wanted.how === 'unfinished'
        if (!confirm(withoutLine(keepsDrafts))) return
        void signOut(null, { keepsDrafts }).then(() => {
          wanted.onLeft?.()
          // As a document: what answers it without a line says so, and lists the forms that open without one.
          if (!wanted.how) location.assign(paths.home)
        })
      })
  }, [wanted])
  return (
    <>
      {SignOut && wanted && <SignOut leaving={wanted} />}
      {isStaff && !pathname.startsWith(paths.admin) && <LateEditMarks />}
    </>
  )
}

/** For staff, on pages that visitors read: nobody else fetches its code. */
function LateEditMarks() {
  const { module } = useLoaded(() => import('#site/layouts/edit-marks/edit-marks.tsx'), true)
  return module && <module.EditMarks />
}
