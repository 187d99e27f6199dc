/** Offers the number of a form to a profile that has none; it is stored when its owner says so (decision 32). */
import { useEffect, useState } from 'react'
import { networkHint } from '#site/lib/network.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'

interface SaveNumberProps {
  number: string
  onSaved?: () => void
}

export function SaveNumber({ number, onSaved }: SaveNumberProps) {
  const [ownerId, setOwnerId] = useState<string | null>(null)
  const [state, setState] = useState<'offered' | 'saving' | 'saved' | 'failed'>('offered')

  useEffect(() => {
    void findOwnerWithoutNumber().then(setOwnerId, () => {}) // on an error nothing is offered
  }, [])

  async function save() {
    setState('saving')
    const client = await getSupabase()
    const { data, error } = await client
      .from('profiles')
      .update({ phone: number })
      .eq('id', ownerId ?? '')
      .is('phone', null)
      .select('id')
    if (error || data.length !== 1) return setState('failed')
    setState('saved')
    onSaved?.()
  }

  if (!ownerId) return null
  return (
    <div role="status" className="grid justify-items-start gap-3">
      {state === 'saved' ? (
        <p>Kept. Forms will fill it in for you.</p>
      ) : (
        <>
          <p>
            Shall we keep <span className="num font-semibold">{number}</span> in your account, so that you
            need not type it again?
          </p>
          {state === 'failed' && <p className="field-error">It was not kept. {networkHint}</p>}
          <Button size="sm" variant="outline" busy={state === 'saving'} busyLabel="Saving..." onClick={save}>
            Keep this number
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
