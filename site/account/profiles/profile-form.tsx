/** Name and phone of the member, as one small form; the email has a form of its own (email-change.tsx). */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { findNameProblem } from '#domain/account/accounts.ts'
import { profileWords as words } from '#domain/account/profile-words.ts'
import { limits } from '#domain/limits.ts'
import { findPhoneProblem } from '#domain/phones.ts'
import { cleanLine } from '#domain/text.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { networkHint } from '#site/lib/network.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { type Profile, profileQuery } from './profile-data.ts'
import { updateProfile } from './update-profile.ts'

export function ProfileForm({ userId }: { userId: string }) {
  const query = useQuery(profileQuery(userId))
  return (
    <QueryState query={query} errorText="Your profile could not be loaded.">
      {(profile) => <LoadedProfileForm key={userId} userId={userId} profile={profile} />}
    </QueryState>
  )
}

function LoadedProfileForm({ userId, profile }: { userId: string; profile: Profile }) {
  const queries = useQueryClient()
  const form = useSmallForm({
    fieldId: (name) => `profile-${name}`,
    read(values, refuse) {
      const fullName = cleanLine(values.full_name ?? '')
      const phone = cleanLine(values.phone ?? '')
      const nameProblem = findNameProblem(fullName)
      const phoneProblem = phone === '' ? null : findPhoneProblem(phone)
      if (nameProblem) refuse('full_name', nameProblem)
      if (phoneProblem) refuse('phone', phoneProblem)
      // Why stands at the box, which has the focus.
      if (nameProblem ?? phoneProblem) toast.error(words.notSaved)
      return { full_name: fullName, phone: phone || null }
    },
    async send(change) {
      await updateProfile(userId, change)
      toast.success(words.saved)
      // The desk greets by this name, and says it to colleagues.
      void queries.invalidateQueries({ queryKey: ['my-permissions', userId] })
      await queries.invalidateQueries(profileQuery(userId))
    },
    describe: (error) => (error instanceof ServerError ? error.message : networkHint),
    onRefused: () => toast.error(words.notSaved),
  })

  return (
    <FormElement form={form} label={words.label}>
      <Field id="profile-full_name" {...words.fullName} error={form.problemOf('full_name')} required>
        <TextInput
          name="full_name"
          autoComplete="name"
          maxLength={limits.fullNameMax}
          defaultValue={profile.full_name ?? ''}
        />
      </Field>
      <Field id="profile-phone" {...words.phone} error={form.problemOf('phone')} optional>
        <TextInput
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          defaultValue={profile.phone ?? ''}
        />
      </Field>
      {form.errorText && <Notice kind="warn">{form.errorText}</Notice>}
      <div>
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
      </div>
    </FormElement>
  )
}
