/** Sign In for visitors; for members a menu under the local part of their email, and the way to the admin area for staff. */
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
  /** True once the role has been read and is any role of staff. */
  isStaff: boolean
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
  const adminLink = account.isAdmin
    ? { to: paths.admin, label: 'Admin Dashboard' }
    : account.isStaff && { to: paths.adminHome, label: 'Desk' }
  return (
    <div className="account">
      {adminLink && (
        <span className="account-admin">
          <ButtonLink to={adminLink.to} variant="outline" size="sm">
            {adminLink.label}
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
            {adminLink && (
              <li className="only-small">
                <Link to={adminLink.to} className="menu-link">
                  {adminLink.label}
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
