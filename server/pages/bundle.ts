// The only way in to the built site: loads its server part and requests documents from it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteMatch, RouteObject, RouterContext, ServerBuild } from 'react-router'
import type { PageContext } from '#domain/page-context.ts'
import type { PlainFormPage } from '#domain/registrations/plain-forms.ts'

export type PageKind = 'public' | 'guarded' | 'unknown'

export interface PageMatch {
  kind: PageKind
  /** One per page: every spelling of a path that leads to the same page has the same. */
  path: string
  /** Where it is drawn and cached: a page that a member's browser fills is the same document for every parameter. */
  drawnAt: string
  /** Shows or takes a member's things: no window of another site may hold on to it. */
  isMembers: boolean
  /** Says what the database says at this time: drawn for each request, and not stored. */
  isLive: boolean
  /** Its address may hold the secret of a mail's link: no request of the page names it as where it comes from. */
  isSecretive: boolean
}

export interface SiteBundle {
  /** The script that stands behind the hero of every page (`finishPage`). */
  firstScript: string
  /** The texts that stand in a page's `<style>` elements. */
  inlineStyles: readonly string[]
  match(pathname: string): PageMatch
  /** The inline scripts that the router writes carry the mark as their nonce (`finishPage` takes it out). */
  render(request: Request, page: PageContext, mark?: string): Promise<Response>
  /** A registration's page without scripts, and the texts of its `<style>` elements. */
  renderPlainForm(
    page: PageContext,
    form: PlainFormPage,
  ): Promise<{ html: string; styles: readonly string[] }>
}

class MissingBuildError extends Error {
  constructor(folder: string) {
    super(
      `the site is not built (${folder} is missing): run "npm run build", or "npm start", which builds it`,
    )
    this.name = 'MissingBuildError'
  }
}

export function assertBuilt(folder: string): void {
  if (!existsSync(join(folder, 'server/index.js'))) throw new MissingBuildError(folder)
}

/** Loads the bundle under `folder`; called once, at the first page that is requested. */
export async function loadBundle(folder: string): Promise<SiteBundle> {
  assertBuilt(folder)
  const file = pathToFileURL(join(folder, 'server/index.js')).href
  // React reads NODE_ENV once, when it is first loaded (which is why nothing here imports it before): an
  // evaluation serves the same production pages.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return await createBundle((await import(file)) as ServerBuild, 'production')
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

export async function createBundle(
  build: ServerBuild,
  mode: 'production' | 'development',
): Promise<SiteBundle> {
  const { createRequestHandler, matchRoutes, RouterContextProvider } = await import('react-router')
  const handle = createRequestHandler(build, mode)
  const { pageContext, scriptMark, firstScript, inlineStyles, renderPlainForm } = build.entry
    .module as unknown as Partial<Pick<SiteBundle, 'renderPlainForm'>> & {
    pageContext?: RouterContext<PageContext>
    scriptMark?: RouterContext<string | undefined>
    firstScript?: string
    inlineStyles?: readonly string[]
  }
  if (!pageContext || !scriptMark || !firstScript || !inlineStyles || !renderPlainForm)
    throw new Error(
      'site/entry.server.tsx must export pageContext, scriptMark, firstScript, inlineStyles and renderPlainForm, and the bundle does not',
    )
  for (const id of [membersLayout, liveModule, secretiveModule])
    if (!build.routes[id]) throw new Error(`site/routes.ts must name a route ${id}, and the bundle has none`)
  const routes = routeTree(build.routes)
  return {
    firstScript,
    inlineStyles,
    match: (pathname) => describeMatch(pathname, matchRoutes(routes, pathname)),
    render: (request, page, mark) => {
      const context = new RouterContextProvider()
      context.set(pageContext, page)
      context.set(scriptMark, mark)
      return handle(request, context)
    },
    renderPlainForm,
  }
}

// Ids that site/routes.ts gives. What is not public shows a member's things: no cache may store it.
const publicPrefix = 'public/'
const membersLayout = 'member'
const liveModule = 'public/verify-document'
const secretiveModule = 'public/auth'

type BuiltRoutes = ServerBuild['routes']

function routeTree(routes: BuiltRoutes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, caseSensitive, index } = route
    if (index) return [{ id, path, caseSensitive, index: true }]
    return [{ id, path, caseSensitive, children: routeTree(routes, id) }]
  })
}

const joinPaths = (matches: RouteMatch[]) =>
  matches
    .flatMap(({ route }) => route.path?.replace(/^\/|\/$/g, '') || [])
    .map((part) => `/${part}`)
    .join('')

function describeMatch(pathname: string, matches: RouteMatch[] | null): PageMatch {
  const leaf = matches?.at(-1)
  // A browser reads `//host` in a redirect as another site; such a path names no page.
  if (!matches || !leaf || leaf.route.path === '*' || pathname.includes('//')) {
    // One page stands for every address that does not exist in its part of the site: strangers cannot fill the memory.
    const above = leaf?.route.path === '*' && !pathname.includes('//') ? (matches?.slice(0, -1) ?? []) : []
    return {
      kind: 'unknown',
      path: pathname,
      drawnAt: `${joinPaths(above)}/404`,
      isMembers: above.some(({ route }) => route.id === membersLayout),
      isLive: false,
      isSecretive: false,
    }
  }
  const pattern = joinPaths(matches) || '/'
  const path = /[:*?]/.test(pattern) ? leaf.pathname.replace(/\/+$/, '') : pattern
  const kind = leaf.route.id?.startsWith(publicPrefix) ? 'public' : 'guarded'
  // Nothing secret in an address (a guest link's token) is drawn into a page or cached with it.
  const isMembers = kind === 'guarded' || matches.some(({ route }) => route.id === membersLayout)
  const isLive = leaf.route.id === liveModule
  const isSecretive = leaf.route.id === secretiveModule
  return { kind, path, drawnAt: kind === 'public' ? path : pattern, isMembers, isLive, isSecretive }
}
