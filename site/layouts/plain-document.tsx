/** A whole page without any script: drawn for one request by the server, in the site's own shell and styles. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { type PlainFormPage as PlainFormPageData, plainFormPaths } from '#domain/registrations/plain-forms.ts'
import type { RegistrationSettings } from '#domain/registrations/read.ts'
import { SiteShell } from '#site/layouts/site-shell.tsx'
import { asName, type Company } from '#site/page-company.ts'
import { PlainFormPage, titleOfPlainForm } from '#site/registrations/plain-forms/plain-form-page.tsx'

/** What the root's loader gives every page. */
interface RootData {
  company: Company
  siteUrl: string
  evaluation: boolean
  registrationSettings: RegistrationSettings
}

/** `styles`: the texts of the page's `<style>` elements, one each. */
export async function drawPlainForm(
  root: RootData,
  page: PlainFormPageData,
  styles: readonly string[],
): Promise<string> {
  const title = `${titleOfPlainForm(page.form)} | ${asName(root.company.companyName)}`
  const routes = [
    {
      // Where parts of the shell look for the company.
      id: 'root',
      path: '*',
      loader: () => root,
      element: (
        <PlainDocument title={title} styles={styles}>
          <SiteShell evaluation={root.evaluation}>
            <PlainFormPage page={page} settings={root.registrationSettings} siteUrl={root.siteUrl} />
          </SiteShell>
        </PlainDocument>
      ),
    },
  ]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(plainFormPaths[page.form], root.siteUrl)))
  if (context instanceof Response) throw new Error('a page without scripts was redirected')
  const router = createStaticRouter(handler.dataRoutes, context)
  const markup = renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  )
  return `<!doctype html>${markup}`
}

function PlainDocument({
  title,
  styles,
  children,
}: {
  title: string
  styles: readonly string[]
  children: ReactNode
}) {
  return (
    // No script finds out who is signed in: the bar is that of a visitor at once.
    <html lang="en-NG" data-session="out">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <meta name="theme-color" content="#123a26" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {styles.map((text) => (
          <style key={text.length}>{text}</style>
        ))}
      </head>
      <body>{children}</body>
    </html>
  )
}
