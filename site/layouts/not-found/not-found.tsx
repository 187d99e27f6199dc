/** What an address that leads nowhere shows; the attempted path is logged. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { UnploughedField } from '#site/ui/scenes/unploughed-field.tsx'

export function NotFound() {
  const { pathname } = useLocation()

  useEffect(() => {
    console.error('404: no page at', pathname)
  }, [pathname])

  return (
    <PageHero
      eyebrow="404"
      title="Oops! Page not found"
      lead="Nothing grows at this address. The link may be old, or a letter may be missing."
      actions={
        <>
          <ButtonLink to={paths.home}>Return to Home</ButtonLink>
          <ButtonLink to={paths.marketplace} variant="outline">
            Marketplace
          </ButtonLink>
        </>
      }
      scene={<UnploughedField />}
    />
  )
}
