// Who is signed in, known to the whole tree. It asks local storage alone: nothing here waits for the network.
import type { Session } from '@supabase/supabase-js'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { supabase } from './supabase.ts'

const SessionContext = createContext<Session | null>(null)

export const useSession = () => useContext(SessionContext)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session | null>(null)
  useEffect(() => {
    const { data } = supabase.auth.onAuthStateChange((_event, next) => setSession(next))
    return () => data.subscription.unsubscribe()
  }, [])
  return <SessionContext value={session}>{children}</SessionContext>
}
