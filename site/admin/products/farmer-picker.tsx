/** Whose product it is: an approved farmer, found by name, phone or reference. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { callAdmin } from '#site/admin/call-admin.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

export interface ChosenFarmer {
  id: string
  farm_name: string
  location: string
  reference?: string
}

const shortest = 3

export function FarmerPicker({
  chosen,
  onChoose,
}: {
  chosen: ChosenFarmer | null
  onChoose: (farmer: ChosenFarmer | null) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isSearching, setIsSearching] = useState(!chosen)
  const search = useDeferredValue(typed.trim())
  const query = useQuery({
    queryKey: ['farmers', 'approved', search],
    queryFn: () => callAdmin<ChosenFarmer[]>('find_approved_farmers', { search }),
    enabled: search.length >= shortest,
  })
  if (chosen && !isSearching)
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p>
          Offered by <strong>{chosen.farm_name}</strong>, {chosen.location}
          {chosen.reference && <span className="code"> {chosen.reference}</span>}. Buyers see "verified" while
          this farmer is approved.
        </p>
        <Button size="sm" variant="outline" onClick={() => setIsSearching(true)}>
          Choose another farmer
        </Button>
      </div>
    )
  const matches = search.length >= shortest ? (query.data ?? []) : []
  return (
    <div className="grid gap-3">
      <Field
        id={id}
        label="Whose it is"
        help="Find an approved farmer by name, phone, place or reference."
        optional
      >
        <TextInput type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      {query.isSuccess && matches.length === 0 && search.length >= shortest && (
        <p role="status">No approved farmer matches.</p>
      )}
      {matches.length > 0 && (
        <ul className="ruled" aria-label="Approved farmers">
          {matches.map((farmer) => (
            <li key={farmer.id} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                <strong>{farmer.farm_name}</strong>, {farmer.location}{' '}
                <span className="code">{farmer.reference}</span>
              </span>
              <Button
                size="sm"
                variant="outline"
                aria-label={`Choose ${farmer.farm_name}, ${farmer.reference}`}
                onClick={() => {
                  onChoose(farmer)
                  setIsSearching(false)
                }}
              >
                Choose
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
