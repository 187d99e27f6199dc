/** Sign In for visitors; for members a menu under the local part of their e-mail, and the admin's ways in. */
import { Link } from 'react-router'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'

export interface HeaderAccount {
  /** Null while the session is not known; what the inline script has drawn stays as it is. */
  isSignedIn: boolean | null
  email?: string
  /** True only once the role has been read and is admin. */
  isAdmin: boolean
  onSignOut: () => void
}

/** What stands before the @, or "User". */
export function userLabel(email: string | undefined): string {
  return email?.split('@')[0] || 'User'
}

/**
 * Both states are in the page; the mark on <html> shows one of them (see `site/first-script.ts`), so that the
 * header is right before any script of ours has loaded.
 */
export function AccountMenu({ account }: { account: HeaderAccount }) {
  return (
    <div className="account">
      {account.isAdmin && (
        <span className="account-admin">
          <ButtonLink to={paths.admin} variant="outline" size="sm">
            Admin Dashboard
          </ButtonLink>
        </span>
      )}
      <span className="when-signed-out">
        <ButtonLink to={paths.auth} size="sm">
          Sign In
        </ButtonLink>
      </span>
      <details className="drop when-signed-in" name="main-menu">
        <summary className="menu-item account-name">
          <Icon name="user" />
          <span className="account-who">
            <span data-user-name="" suppressHydrationWarning>
              {userLabel(account.email)}
            </span>
            {account.isAdmin && <span className="badge">Admin</span>}
          </span>
          <Icon name="down" />
        </summary>
        <div className="drop-sheet">
          <ul>
            {account.isAdmin && (
              <li className="only-small">
                <Link to={paths.admin} className="menu-link">
                  Admin Dashboard
                </Link>
              </li>
            )}
            <li>
              <Link to={paths.account} className="menu-link">
                Profile Settings
              </Link>
            </li>
            <li>
              <button type="button" className="menu-link" onClick={account.onSignOut}>
                Sign Out
              </button>
            </li>
          </ul>
        </div>
      </details>
    </div>
  )
}
