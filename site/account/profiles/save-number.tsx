/** Offers the number of a form to a profile that has none; it is stored when its owner says so (decision 32). */
import { useEffect, useState } from 'react'
import { saveNumberWords as words } from '#domain/account/save-number-words.ts'
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
    <div role="status" className="grid grid-cols-1 justify-items-start gap-3">
      {state === 'saved' ? (
        <p>{words.saved}</p>
      ) : (
        <>
          <p className="w-full">
            {words.offer.before} <span className="num font-semibold">{number}</span> {words.offer.after}
          </p>
          {state === 'failed' && (
            <p className="field-error">
              {words.notSaved} {networkHint}
            </p>
          )}
          <Button
            size="sm"
            variant="outline"
            busy={state === 'saving'}
            busyLabel={words.busyLabel}
            onClick={save}
          >
            {words.label}
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
