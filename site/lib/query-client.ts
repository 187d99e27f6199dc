/** How guarded pages fetch: reads are retried three times, writes never, unused answers are stored five minutes. */
import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query'
import { authStore } from '#site/lib/auth-state.ts'
import { toast } from '#site/ui/toast.tsx'

const longestDelayMs = 30_000
const retainedMs = 5 * 60_000

export const queryClient = new QueryClient({
  // What a message said of the attempt before is over.
  mutationCache: new MutationCache({ onMutate: toast.dismiss }),
  defaultOptions: {
    queries: {
      retry: 3,
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, longestDelayMs),
      gcTime: retainedMs,
    },
    // A write is repeated by the person, or by an idempotency key; never behind their back: without a line it fails at
    // once instead of going out whenever there is one again.
    mutations: { retry: false, networkMode: 'always' },
  },
})

// By itself it takes a line for granted and listens on guarded pages alone: one that broke or came back in between would be
// missed, and a page would wait for ever.
onlineManager.subscribe(() => {})
onlineManager.setOnline(globalThis.navigator?.onLine !== false)

let lastUserId: string | undefined
authStore.subscribe(() => {
  const { status, userId } = authStore.get()
  if (status === 'loading') return
  // Answers belong to the member who queried them: the next one on this device starts with none.
  if (lastUserId && lastUserId !== userId) queryClient.clear()
  lastUserId = userId
})
