/**
 * /not-me : where the link "this was not me" of a mail leads. Its secret stands in the fragment, which no server sees and
 * which is cleared from the address at once.
 */
import { useEffect, useState } from 'react'
import { type MetaArgs, useLocation, useNavigate } from 'react-router'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { NotMe, notMeTitle } from './not-me.tsx'

export const handle: PageHandle = { hydrate: 'soon', canonical: false }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: notMeTitle,
    description: 'Somebody else was in your account: shut it.',
    index: false,
  })
}

export default function NotMeRoute() {
  // The server draws one page for every link.
  if (!useHydrated())
    return (
      <>
        <LoadingScreen label="Loading..." title={notMeTitle} />
        <noscript>
          <div className="wrap pb-10">
            <p className="notice max-w-read">
              Your link needs JavaScript: it keeps the secret of the link out of every log. Without it, call
              us.
            </p>
          </div>
        </noscript>
      </>
    )
  return <OpenedLink />
}

function OpenedLink() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => readToken(hash))

  // A second link may be opened in the same tab.
  useEffect(() => {
    const result = readToken(hash)
    if (result === null) return
    setToken(result)
    navigate(paths.notMe, { replace: true, preventScrollReset: true })
  }, [hash])

  return <NotMe key={token} token={token} />
}

/** Links of the page to its own parts ("Skip to main content") are none. */
function readToken(hash: string): string | null {
  return /^#[0-9a-f]{20,}$/.test(hash) ? hash.slice(1) : null
}
