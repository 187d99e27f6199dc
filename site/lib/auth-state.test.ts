import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { expect, it, vi } from 'vitest'

const auth = vi.hoisted(() => ({
  onAuthStateChange: () => {},
  getSession: async () => ({ data: { session: { access_token: 'token' } }, error: null }),
  admin: { signOut: vi.fn() },
  signOut: vi.fn(),
}))
vi.mock('#site/lib/supabase.ts', () => ({ getSupabase: async () => ({ auth }) }))
// Another file of this worker may have left a window of its own.
vi.stubGlobal('window', undefined)

const { signOut } = await import('./auth-state.ts')

it('signs out of a client that holds the session itself, also where the service cannot be reached', async () => {
  const error = new AuthRetryableFetchError('Failed to fetch', 0)
  auth.admin.signOut.mockResolvedValue({ error })
  auth.signOut.mockResolvedValue({ error })
  expect(await signOut()).toEqual({ error })
  expect(auth.signOut).not.toHaveBeenCalled()
  expect(await signOut(null)).toEqual({ error: null })
  expect(auth.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' })
})
