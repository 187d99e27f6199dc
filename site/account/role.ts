/** The signed-in member's role, as the database reports it: cached for at most 60 s, queried again when the tab is used. */
import { useEffect } from 'react'
import { type AuthState, authStore, startAuth, useAuth } from '#site/lib/auth-state.ts'
import { createStore, useStore } from '#site/lib/external-store.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface RoleState {
  /** `unknown` until the lookup settles: nothing that depends on the role is shown before. */
  status: 'unknown' | 'known' | 'error'
  role: string | null
}

const freshForMs = 60_000
const retryDelaysMs = [500, 1_000, 2_000]
const unknownRole: RoleState = { status: 'unknown', role: null }
const noRole: RoleState = { status: 'known', role: null }

const roleStore = createStore<RoleState>(unknownRole)
let requestedFor: string | undefined
let answeredAt = 0
let lookup: Promise<void> | undefined

export function useRole(): RoleState & { retry: () => void } {
  const auth = useAuth()
  useEffect(() => {
    followAuth(auth)
    const refresh = () => document.visibilityState === 'visible' && followAuth(authStore.get())
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [auth])
  return { ...useStore(roleStore, unknownRole), retry: retryRole }
}

/** Drops the cached answer, and refetches: after a failure, or when the role has just been given. */
export function retryRole(): void {
  startAuth()
  answeredAt = 0
  roleStore.set({ ...unknownRole })
  followAuth(authStore.get())
}

function followAuth(auth: AuthState): void {
  if (auth.status === 'loading') return
  if (auth.userId !== requestedFor) {
    requestedFor = auth.userId
    answeredAt = 0
    lookup = undefined
    roleStore.set(auth.userId ? unknownRole : noRole)
  }
  if (!auth.userId || lookup || Date.now() - answeredAt < freshForMs) return
  const requested = queryRole(auth.userId).finally(() => {
    if (lookup === requested) lookup = undefined
  })
  lookup = requested
}

async function queryRole(userId: string): Promise<void> {
  let failure: unknown
  for (const delayMs of [...retryDelaysMs, null]) {
    try {
      const role = await readRole(userId)
      if (requestedFor !== userId) return
      answeredAt = Date.now()
      return roleStore.set({ status: 'known', role })
    } catch (error) {
      failure = error
      if (delayMs !== null) await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  if (requestedFor !== userId) return
  // No role is assumed; anyone who is an admin on a bad link gets a Retry instead of a refusal.
  console.error('The role lookup failed', failure)
  roleStore.set({ status: 'error', role: null })
}

async function readRole(userId: string): Promise<string | null> {
  const client = await getSupabase()
  const { data, error } = await client.from('user_roles').select('role').eq('user_id', userId).maybeSingle()
  if (error) throw error
  return data?.role ?? null
}
