/** What the form of a role knows: its words with their draft, what is wrong with them, and the question before they are saved. */
import { useEffect, useId, useState } from 'react'
import { findNeededRight } from '#domain/admin/needed-rights.ts'
import type { Permission } from '#domain/admin/roles.ts'
import type { RoleDetails, RoleRow } from '#domain/admin/staff.ts'
import { parseNaira } from '#domain/money.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { readWordDraft, removeWordDraft, roleDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import type { AppClient } from '#site/lib/supabase.ts'

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
  const refundKobo = refund.trim() === '' ? null : parseNaira(refund)
  const percentBelow = percent.trim() === '' ? null : Number(percent)
  /** What cannot be so is said while it is typed; the names are those that the database refuses by. */
  const wrong: Readonly<Record<string, string | false>> = {
    refundUpToKobo: refund.trim() !== '' && refundKobo === null && 'Please enter an amount, or nothing',
    quoteBelowListPercent:
      !/^\s*(\d{1,2}|100)?\s*$/.test(percent) && 'Please enter a number from 0 to 100, or nothing',
  }
  /** What is not there yet is said when it is sent, in the words of private.check_role, and never asked about. */
  const missing: typeof wrong = {
    title: !role?.is_built_in && title.trim().length < 2 && 'Please name the role in 2 to 40 characters',
    description:
      !role?.is_built_in &&
      description.trim().length < 2 &&
      'Please say in 2 to 200 characters what it is for',
    permissions: chosen.size === 0 && 'Please give the role one right at least',
  }
  const [isConfirming, setIsConfirming] = useState(false)
  const form = useActionForm({
    id: useId(),
    tables: ['roles', 'role_permissions', 'my-permissions', 'staff'],
    done: { title: role ? 'Role saved' : 'Role made', text: 'It counts within a minute.' },
    atField: ['title', 'description', 'refundUpToKobo', 'quoteBelowListPercent'],
    onDone(data) {
      removeWordDraft(draft)
      onSaved(role ? undefined : String(data))
    },
    read(_, refuse) {
      const problems = Object.entries({ ...missing, ...wrong })
      for (const [field, message] of problems) if (message) refuse(field, message)
      if (isConfirming) return saveAndClose
      // Sent by the form's button it prompts; sent by that of the question, it is saved.
      setIsConfirming(problems.every(([, message]) => !message))
      return undefined
    },
  })
  // The question is over once its answer was sent, and where none came.
  useEffect(() => {
    if (!form.isBusy) setIsConfirming(false)
  }, [form.isBusy])

  const type = (typed: Partial<typeof stored>) => setWords((before) => ({ ...before, ...typed }))

  /** The question is over before what was refused is shown: under it the form takes no focus. */
  async function saveAndClose(client: AppClient) {
    const answer = await save(client)
    setIsConfirming(false)
    return answer
  }

  function save(client: AppClient) {
    const details: RoleDetails = {
      title,
      description,
      permissions: [...chosen],
      refundUpToKobo: refundKobo,
      quoteBelowListPercent: percentBelow,
    }
    return role
      ? rpcAdmin(client, 'change_role', { name: role.name, details, expected_at: role.updated_at })
      : rpcAdmin(client, 'create_role', { details })
  }

  return {
    role,
    words,
    type,
    chosen,
    tick(right: Permission, isChosen: boolean) {
      const needed = findNeededRight(right)
      if (isChosen) chosen.add(right)
      else chosen.delete(right)
      // With a right comes the one that it needs, and without that one it goes.
      if (isChosen && needed) chosen.add(needed)
      for (const other of isChosen ? [] : [...chosen])
        if (findNeededRight(other) === right) chosen.delete(other)
      type({ rights: [...chosen].toSorted().join(' ') })
    },
    /** What was changed here before, and not saved. */
    hasDraft: before.rights !== undefined,
    problemOf: (field: string) => wrong[field] || form.problemOf(field),
    added: [...chosen].filter((right) => !rights.includes(right)),
    taken: rights.filter((right) => !chosen.has(right)),
    /** The limits beyond which a second person is asked; null: none. */
    refundKobo,
    percentBelow,
    form,
    isConfirming,
    setIsConfirming,
    cancel() {
      removeWordDraft(draft)
      onCancel()
    },
  }
}

export type RoleFormState = ReturnType<typeof useRoleForm>
