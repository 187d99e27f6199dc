// The client-rendered baseline: the site's own three pages, shell and styles, all drawn in the browser.
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  type LoaderFunction,
  type RouteObject,
  RouterContextProvider,
  useLoaderData,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { PageContext } from '../../domain/page-context.ts'
import Agriculture, {
  loader as loadAgriculture,
} from '../../site/company/business-areas/agriculture-route.tsx'
import Contact from '../../site/company/contact-messages/contact-route.tsx'
import Home, { loader as loadHome } from '../../site/company/home/home-route.tsx'
import { pageContext } from '../../site/page-context.ts'
import App, { loader as loadApp } from '../../site/root.tsx'
import { Toaster } from '../../site/ui/toast.tsx'
import '../../site/styles/app.css'
import '../../site/styles/more.css'

declare global {
  /** What the server passes to each page, put into the bundle: nothing waits for an API. */
  const benchPageContext: PageContext
}

/** As React Router's build calls the modules of routes; their loaders run in the browser. */
function routeOf(page: unknown, loader?: unknown): Pick<RouteObject, 'Component' | 'loader'> {
  const Page = page as ComponentType<{ loaderData: unknown }>
  return {
    Component: () => <Page loaderData={useLoaderData()} />,
    ...(loader ? { loader: loader as LoaderFunction } : {}),
  }
}

const router = createBrowserRouter(
  [
    {
      id: 'root',
      ...routeOf(App, loadApp),
      children: [
        { index: true, ...routeOf(Home, loadHome) },
        { path: 'agriculture', ...routeOf(Agriculture, loadAgriculture) },
        { path: 'contact', ...routeOf(Contact) },
      ],
    },
  ],
  {
    getContext() {
      const context = new RouterContextProvider()
      context.set(pageContext, benchPageContext)
      return context
    },
  },
)

createRoot(document.getElementById('root') ?? document.body).render(
  <>
    <RouterProvider router={router} />
    <Toaster />
  </>,
)
