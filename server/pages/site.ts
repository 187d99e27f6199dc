// The built site as the rest of the server sees it: files, pages, and a word when content changes.
import { join } from 'node:path'
import type { Content } from '#domain/company/content.ts'
import type { PageContext } from '#domain/page-context.ts'
import type { PlainFormPage } from '#domain/registrations/plain-forms.ts'
import type { Log } from '#platform/log.ts'
import type { Middleware } from '#server/http/listener.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import { type BestEncoding, createBestEncoding } from './best-encoding.ts'
import { assertBuilt, loadBundle } from './bundle.ts'
import { createPages } from './pages.ts'
import type { RequestHeaders } from './respond.ts'
import { openStaticFiles, type StaticFiles } from './static-files.ts'

export interface Site {
  has(path: string): boolean
  file(path: string, requested: RequestHeaders): Promise<Response>
  page(url: URL, requested: RequestHeaders): Promise<Response>
  drop(): void
  preview(url: URL, content: Content): Promise<Response>
  plainForm(form: PlainFormPage, status?: number): Promise<Response>
  close(): void | Promise<void>
  /** Sees each request first, in the manner of Connect: a developer's tools. */
  middleware?: Middleware
}

export interface SiteOptions {
  page: Omit<PageContext, 'requestPath'>
  security: SecurityHeaders
  log: Log
  onUnknownPage: () => void
}

export type OpenSite = (options: SiteOptions) => Site | Promise<Site>

/** What `npm run build` writes. */
export const buildFolder = join(import.meta.dirname, '../../build/site')

/** The site under `folder`; throws a MissingBuildError when there is none. */
export function builtSite(folder: string, openBest: () => BestEncoding = createBestEncoding): OpenSite {
  // The same for every application of a process: a test has dozens.
  let files: StaticFiles | undefined
  return (options) => {
    assertBuilt(folder)
    const best = openBest()
    files ??= openStaticFiles(join(folder, 'client'))
    const pages = createPages({ ...options, load: () => loadBundle(folder), best })
    return {
      has: files.has,
      file: files.answer,
      page: pages.answer,
      drop: pages.drop,
      preview: pages.preview,
      plainForm: pages.plainForm,
      close: best.stop,
    }
  }
}
