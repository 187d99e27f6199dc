/** The door through which `server/` hands a request's facts to the routes' loaders. */
import { createContext } from 'react-router'
import type { PageContext } from '#domain/page-context.ts'

export const pageContext = createContext<PageContext>()
