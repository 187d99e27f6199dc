/** What the form of a role knows: its words with their draft, what is wrong with them, and the question before they are saved. */
import { type FormEvent, useEffect, useState } from 'react'
import type { Permission } from '#domain/admin/roles.ts'
import type { RoleDetails, RoleRow } from '#domain/admin/staff.ts'
import { parseNaira } from '#domain/money.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { readWordDraft, removeWordDraft, roleDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { useAction } from '#site/admin/use-action.ts'

export interface RoleFormProps {
  /** Undefined: one that is not there yet. */
  role: RoleRow | undefined
  rights: readonly Permission[]
  /** How many people have it. */
  holders: number
  /** With the name of a role that was made. */
  onSaved: (name?: string) => void
  onCancel: () => void
}

export function useRoleForm({ onSaved, onCancel, ...now }: RoleFormProps) {
  // As it was read when the form was opened: what a colleague saves meanwhile is refused, not overwritten.
  const [{ role, rights }] = useState(now)
  const draft = roleDraft(role?.name ?? 'new', role?.updated_at ?? '')
  const stored = {
    title: role?.title ?? '',
    description: role?.description ?? '',
    refund: role?.refund_up_to_kobo == null ? '' : String(role.refund_up_to_kobo / 100),
    percent: role?.quote_below_list_percent == null ? '' : String(role.quote_below_list_percent),
    rights: rights.toSorted().join(' '),
  }
  const [before] = useState<Partial<typeof stored>>(() => readWordDraft(draft))
  const [words, setWords] = useState({ ...stored, ...before })
  const { title, description, refund, percent } = words
  const chosen = new Set(words.rights.split(' ').filter(Boolean) as Permission[])
  useEffect(() => saveWordDraft(draft, JSON.stringify(words) === JSON.stringify(stored) ? {} : words))
  const [isAsking, setIsAsking] = useState(false)
  const action = useAction({
    tables: ['roles', 'role_permissions', 'my-permissions', 'staff'],
    done: { title: role ? 'Role saved' : 'Role made', text: 'It counts within a minute.' },
    onDone(data) {
      removeWordDraft(draft)
      onSaved(role ? undefined : String(data))
    },
  })
  const refundKobo = refund.trim() === '' ? null : parseNaira(refund)
  const isRefundWrong = refund.trim() !== '' && refundKobo === null
  const isPercentWrong = !/^\s*(\d{1,2}|100)?\s*$/.test(percent)
  const refusalOf = (field: string) => (!isAsking && action.field === field && action.refusal) || undefined

  const type = (typed: Partial<typeof stored>) => setWords((before) => ({ ...before, ...typed }))

  return {
    role,
    words,
    type,
    chosen,
    tick(right: Permission, isChosen: boolean) {
      if (isChosen) chosen.add(right)
      else chosen.delete(right)
      type({ rights: [...chosen].toSorted().join(' ') })
    },
    /** What was changed here before, and not saved. */
    hasDraft: before.rights !== undefined,
    problems: {
      title: refusalOf('title'),
      description: refusalOf('description'),
      refund: isRefundWrong ? 'Please enter an amount, or nothing' : refusalOf('refundUpToKobo'),
      percent: isPercentWrong
        ? 'Please enter a number from 0 to 100, or nothing'
        : refusalOf('quoteBelowListPercent'),
    },
    added: [...chosen].filter((right) => !rights.includes(right)),
    taken: rights.filter((right) => !chosen.has(right)),
    action,
    isAsking,
    setIsAsking,
    onSubmit(event: FormEvent) {
      event.preventDefault()
      action.reset()
      if (!isRefundWrong && !isPercentWrong) setIsAsking(true)
    },
    async save() {
      const details: RoleDetails = {
        title,
        description,
        permissions: [...chosen],
        refundUpToKobo: refundKobo,
        quoteBelowListPercent: percent.trim() === '' ? null : Number(percent),
      }
      await action.run((client) =>
        role
          ? rpcAdmin(client, 'change_role', { name: role.name, details, expected_at: role.updated_at })
          : rpcAdmin(client, 'create_role', { details }),
      )
      setIsAsking(false)
    },
    cancel() {
      removeWordDraft(draft)
      onCancel()
    },
  }
}

export type RoleForm = ReturnType<typeof useRoleForm>
