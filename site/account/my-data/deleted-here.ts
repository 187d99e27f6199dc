/** What says that the account of this page was deleted for good, here or in another tab, in the place of /account, until somebody signs in or leaves. */
import type { ReactNode } from 'react'
import { createStore } from '#site/lib/external-store.ts'

/** Given by the page that deletes: the others need not load it. */
export const deletedHere = createStore<ReactNode>(null)

const channelName = 'account-deleted'

/** Before the session ends, which takes the pages of the other tabs away as well. */
export function tellOtherTabs(userId: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(userId)
  channel.close()
}

/** Answers what ends it. */
export function hearOfDeletion(onDeleted: (userId: string) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => onDeleted(data)
  return () => channel.close()
}
