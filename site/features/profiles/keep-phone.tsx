/** After a first form: offers to keep the typed number in the profile. Only with a yes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { profileQuery, updateProfile } from '#site/features/profiles/profile-data.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

export function KeepPhone({ userId, phone }: { userId: string; phone: string }) {
  const queries = useQueryClient()
  const profile = useQuery(profileQuery(userId))
  const keep = useMutation({
    mutationFn: async () => {
      const refusal = await updateProfile(userId, { phone })
      if (refusal) throw new Error(refusal.message)
    },
    onSuccess: () => queries.invalidateQueries(profileQuery(userId)),
  })
  if (keep.isSuccess) return <Notice kind="good">Kept. Forms will fill it in for you.</Notice>
  if (!profile.data || profile.data.phone) return null
  return (
    <Notice>
      <div className="grid gap-3 justify-items-start">
        <p>
          Shall we keep <span className="num font-semibold">{phone}</span> in your account, so that you need
          not type it again?
        </p>
        {keep.isError && <p className="field-error">{keep.error.message}</p>}
        <Button
          size="sm"
          variant="outline"
          busy={keep.isPending}
          busyLabel="Saving..."
          onClick={() => keep.mutate()}
        >
          Keep this number
        </Button>
      </div>
    </Notice>
  )
}
