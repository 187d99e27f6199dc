/** Offers the number of a form to a profile that has none; it is kept when its owner says so (decision 32). */
import { useEffect, useState } from 'react'
import { networkHint } from '#site/lib/network.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'

export function KeepNumber({ number }: { number: string }) {
  const [ownerId, setOwnerId] = useState<string | null>(null)
  const [state, setState] = useState<'offered' | 'saving' | 'kept' | 'failed'>('offered')

  useEffect(() => {
    void findOwnerWithoutNumber().then(setOwnerId, () => {}) // an offer that cannot be made is none
  }, [])

  async function keep() {
    setState('saving')
    const client = await getSupabase()
    const { data, error } = await client
      .from('profiles')
      .update({ phone: number })
      .eq('id', ownerId ?? '')
      .is('phone', null)
      .select('id')
    setState(!error && data.length === 1 ? 'kept' : 'failed')
  }

  if (!ownerId) return null
  return (
    <div role="status" className="grid justify-items-start gap-3">
      {state === 'kept' ? (
        <p>{number} stands in your profile now.</p>
      ) : (
        <>
          <p>Your profile has no phone number yet.</p>
          {state === 'failed' && <p className="field-error">It was not kept. {networkHint}</p>}
          <Button size="sm" variant="outline" busy={state === 'saving'} busyLabel="Keeping..." onClick={keep}>
            Keep {number} in my profile
          </Button>
        </>
      )}
    </div>
  )
}

async function findOwnerWithoutNumber(): Promise<string | null> {
  if (!readStoredSession()) return null
  const client = await getSupabase()
  const { data: auth } = await client.auth.getSession()
  if (!auth.session) return null
  const { data } = await client
    .from('profiles')
    .select('id')
    .eq('id', auth.session.user.id)
    .is('phone', null)
    .maybeSingle()
  return data?.id ?? null
}
