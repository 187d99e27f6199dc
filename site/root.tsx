/** The document around every page: language, metadata, styles, the scripts that start late, and the shell. */
import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { NotFound } from '#site/layouts/not-found/not-found.tsx'
import { SiteShell } from '#site/layouts/site-shell.tsx'
import { pageContext } from '#site/page-context.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { type Sheet, sheetId, sheets } from '#site/page-styles.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import type { Route } from './+types/root'
import { asName, describeCompany } from './page-company.ts'
import css from './styles/app.css?inline'

export function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const { companyName, siteUrl, publishableKey, evaluation, confirmsNumbers, content, registrationSettings } =
    context.get(pageContext)
  return {
    company: describeCompany(content.facts, companyName),
    siteUrl: siteUrl.replace(/\/$/, ''),
    publishableKey,
    evaluation,
    confirmsNumbers,
    registrationSettings,
  }
}

/** An open page holds these facts; the next load brings what has been published meanwhile. */
export function shouldRevalidate() {
  return false
}

/** What the card shows, for anyone who cannot see it; the server draws the company's name and logo into it. */
const cardText = "Growing Nigeria's Agricultural Future: a field at dawn"

/** The stylesheet lives in the HTML alone; in the browser it is read back, so that a redraw does not drop it. */
function readStyles(): string {
  if (import.meta.env.SSR) return css
  return document.getElementById('styles')?.innerHTML ?? ''
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const { pathname } = useLocation()
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined)
  const canonical = handles.findLast((handle) => handle?.canonical !== undefined)?.canonical ?? pathname
  return (
    <html
      lang="en-NG"
      data-hydrate={handles.findLast((handle) => handle?.hydrate)?.hydrate}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {data && canonical && (
          <>
            <link rel="canonical" href={data.siteUrl + canonical} />
            <meta property="og:url" content={data.siteUrl + canonical} />
            <meta property="og:site_name" content={asName(data.company.companyName)} />
            <meta property="og:image" content={`${data.siteUrl}/share-card.png`} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content={`${asName(data.company.companyName)}. ${cardText}`} />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <meta name="theme-color" content="#123a26" />
        {data && <meta name="publishable-key" content={data.publishableKey} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <style id="styles" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: readStyles() }} />
        {(Object.keys(sheets) as Sheet[])
          .filter((sheet) =>
            import.meta.env.SSR ? handles.some((handle) => handle?.styles === sheet) : sheets[sheet],
          )
          .map((sheet) => (
            <style
              key={sheet}
              id={sheetId(sheet)}
              suppressHydrationWarning
              dangerouslySetInnerHTML={{ __html: sheets[sheet] }}
            />
          ))}
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined)
  return (
    <SiteShell evaluation={loaderData.evaluation} shell={handles.findLast((handle) => handle?.shell)?.shell}>
      <Outlet />
    </SiteShell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const title = status === 503 ? 'Back in a moment' : 'This page could not be shown'
  return (
    <SiteShell evaluation={false}>
      {status === 404 ? (
        <NotFound />
      ) : (
        <>
          <title>{title}</title>
          <PageHero
            title={title}
            lead="Something went wrong, or the connection broke. Nothing you sent was lost. Please try again."
            actions={<ButtonLink to="/">Return to Home</ButtonLink>}
          />
        </>
      )}
    </SiteShell>
  )
}
