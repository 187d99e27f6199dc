/** What the session stored on this device says about the person, for forms that everybody may fill in. */
import { useEffect, useState } from 'react'
import { readStoredSession } from '#site/lib/stored-session.ts'

export function useKnownPerson(): { fullName?: string; email?: string } {
  const [person, setPerson] = useState<{ fullName?: string; email?: string }>({})
  useEffect(() => {
    const session = readStoredSession()
    if (session) setPerson({ fullName: session.fullName, email: session.email })
  }, [])
  return person
}
