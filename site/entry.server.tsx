/** Draws a page to a complete HTML document; `server/` caches the bytes, so nothing is streamed in pieces. */
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import type { PageContext } from '#domain/page-context.ts'
import type { PlainFormPage } from '#domain/registrations/plain-forms.ts'
import { drawPlainForm } from '#site/layouts/plain-document.tsx'
import { pageContext, scriptMark } from '#site/page-context.ts'
import { sheets } from '#site/page-styles.ts'
import { loader as loadRoot } from './root.tsx'
import css from './styles/app.css?inline'
import plainFormCss from './styles/plain-form.css?inline'

export { firstScript } from '#site/first-script.ts'
export { pageContext, scriptMark } from '#site/page-context.ts'

/** What a page may hold in `<style>`, each as it is written there. */
export const inlineStyles: readonly string[] = [css, ...Object.values(sheets)]

/** A registration's page without scripts, and the texts of its `<style>` elements. */
export async function renderPlainForm(
  page: PageContext,
  form: PlainFormPage,
): Promise<{ html: string; styles: readonly string[] }> {
  const context = new RouterContextProvider()
  context.set(pageContext, page)
  const styles = [css, sheets.more, plainFormCss]
  return { html: await drawPlainForm(loadRoot({ context }), form, styles), styles }
}

export default function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const page = <ServerRouter context={routerContext} url={request.url} nonce={context.get(scriptMark)} />
    const { pipe } = renderToPipeableStream(page, {
      // One piece: outlined boundaries would need inline scripts that differ from page to page.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: finalStatus }))
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        finalStatus = 500
        console.error(error)
      },
    })
  })
}
