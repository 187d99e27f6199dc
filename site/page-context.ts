/** How `server/` passes a request's context to the routes' loaders. */
import { createContext } from 'react-router'
import type { PageContext } from '#domain/page-context.ts'

export const pageContext = createContext<PageContext>()

/** Known to nobody before the page is drawn: by it the server distinguishes the scripts that the router writes from any others. */
export const scriptMark = createContext<string | undefined>(undefined)
