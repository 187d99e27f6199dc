/** Whether the account of this page was deleted here for good: said in its place, until somebody signs in or leaves. */
import { createStore } from '#site/lib/external-store.ts'

export const deletedHere = createStore(false)
