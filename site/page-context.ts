/** The way in which `server/` hands a request's facts to the routes' loaders. */
import { createContext } from 'react-router'
import type { PageContext } from '#domain/page-context.ts'

export const pageContext = createContext<PageContext>()

/** Known to nobody before the page is drawn: the server tells the scripts that the router writes from any others by it. */
export const scriptMark = createContext<string | undefined>(undefined)
