/** What says that the account of this page was deleted here for good, in the place of /account, until somebody signs in or leaves. */
import type { ReactNode } from 'react'
import { createStore } from '#site/lib/external-store.ts'

/** Given by the page that deletes: the others need not load it. */
export const deletedHere = createStore<ReactNode>(null)
