/** Name and phone of the member, as one small form; the e-mail has a form of its own (email-change.tsx). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { findNameProblem } from '#domain/account/accounts.ts'
import { limits } from '#domain/limits.ts'
import { findPhoneProblem } from '#domain/phones.ts'
import { cleanLine } from '#domain/text.ts'
import { networkHint } from '#site/lib/network.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { type Profile, type ProfileRefusal, profileQuery, updateProfile } from './profile-data.ts'

export function ProfileForm({ userId }: { userId: string }) {
  const query = useQuery(profileQuery(userId))
  return (
    <QueryState query={query} trouble="Your profile could not be loaded.">
      {(profile) => <LoadedProfileForm key={userId} userId={userId} profile={profile} />}
    </QueryState>
  )
}

function LoadedProfileForm({ userId, profile }: { userId: string; profile: Profile }) {
  const queries = useQueryClient()
  const [refusals, setRefusals] = useState<ProfileRefusal[]>([])
  const save = useMutation({
    mutationFn: (change: { full_name: string; phone: string | null }) => updateProfile(userId, change),
    async onSuccess(refusal) {
      if (refusal) return refuse([refusal])
      setRefusals([])
      toast.success('Profile saved')
      await queries.invalidateQueries(profileQuery(userId))
    },
    onError: () => refuse([{ field: null, message: networkHint }]),
  })

  function refuse(found: ProfileRefusal[]) {
    setRefusals(found)
    toast.error('Profile not saved', found[0]?.message)
    if (found[0]?.field) document.getElementById(`profile-${found[0].field}`)?.focus()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fullName = cleanLine(String(form.get('full_name') ?? ''))
    const phone = cleanLine(String(form.get('phone') ?? ''))
    const found: ProfileRefusal[] = []
    const nameProblem = findNameProblem(fullName)
    if (nameProblem) found.push({ field: 'full_name', message: nameProblem })
    const phoneProblem = phone === '' ? null : findPhoneProblem(phone)
    if (phoneProblem) found.push({ field: 'phone', message: phoneProblem })
    if (found.length > 0) return refuse(found)
    save.mutate({ full_name: fullName, phone: phone || null })
  }

  const errorFor = (field: ProfileRefusal['field']) =>
    refusals.find((refusal) => refusal.field === field)?.message

  return (
    <form className="form" noValidate aria-label="Profile" onSubmit={submit}>
      <Field id="profile-full_name" label="Full name" error={errorFor('full_name')} required>
        <TextInput
          name="full_name"
          autoComplete="name"
          maxLength={limits.fullNameMax}
          defaultValue={profile.full_name ?? ''}
        />
      </Field>
      <Field
        id="profile-phone"
        label="Phone number"
        help="Fills in your forms. We call it only about what you sent us."
        error={errorFor('phone')}
        optional
      >
        <TextInput
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          defaultValue={profile.phone ?? ''}
        />
      </Field>
      {errorFor(null) && <Notice kind="warn">{errorFor(null)}</Notice>}
      <div>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save Profile
        </Button>
      </div>
    </form>
  )
}
