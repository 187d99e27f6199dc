/**
 * Loads the modules of the page that a link leads to, so that the router needs no line for them once it is pressed: where one
 * cannot be had, it loads the document again, and with this one a photo that it is sending would end. React Router's own prefetch
 * asks for what a module imports by a list that this site's pages do not get (`react-router.config.ts`).
 */
declare global {
  interface Window {
    /** React Router's list of routes. */
    __reactRouterManifest?: { routes: Record<string, { module: string; parentId?: string } | undefined> }
  }
}

/** By its id in `routes.ts`. */
export async function loadPage(id: 'track' | 'account-application'): Promise<void> {
  const routes = window.__reactRouterManifest?.routes ?? {}
  const modules: Promise<unknown>[] = []
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    modules.push(import(/* @vite-ignore */ route.module))
  await Promise.all(modules)
}
