/** Draws a page to a complete HTML document; `server/` keeps the bytes, so nothing is streamed in pieces. */
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export { firstScript } from '#site/first-script.ts'
export { pageContext } from '#site/page-context.ts'

export default function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
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
