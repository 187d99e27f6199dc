/** Which mails the member wants; each tick is stored at once, and the mailer obeys it. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type NotificationChoices as Choices,
  notificationMessages as messages,
  notificationQuestions,
  staffNotificationQuestion,
} from '#domain/account/notification-choices.ts'
import { useRole } from '#site/account/role.ts'
import { networkHint } from '#site/lib/network.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { Checkbox } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'

function choicesQuery(userId: string) {
  return queryOptions({
    queryKey: ['notification-choices', userId],
    queryFn: async (): Promise<Choices> => {
      const client = await getSupabase()
      const [created, newsletter] = await Promise.all([
        client
          .from('notification_choices')
          .select('order_mails,registration_mails,morning_mails')
          .eq('user_id', userId)
          .maybeSingle(),
        client.rpc('has_newsletter'),
      ])
      if (created.error) throw created.error
      if (newsletter.error) throw newsletter.error
      return {
        orderMails: created.data?.order_mails ?? true,
        registrationMails: created.data?.registration_mails ?? true,
        morningMails: created.data?.morning_mails ?? true,
        newsletter: newsletter.data,
      }
    },
  })
}

/** A change that touches no row did not happen, whatever the status says. */
async function saveChoice(userId: string, choice: keyof Choices, choices: Choices): Promise<void> {
  const client = await getSupabase()
  if (choice === 'newsletter') {
    const { error } = await client.rpc('choose_newsletter', { wanted: choices.newsletter })
    if (error) throw error
    return
  }
  const row = {
    order_mails: choices.orderMails,
    registration_mails: choices.registrationMails,
    morning_mails: choices.morningMails,
  }
  const table = client.from('notification_choices')
  const changed = await table.update(row).eq('user_id', userId).select('user_id')
  if (changed.error) throw changed.error
  if (changed.data.length === 1) return
  const created = await table.insert({ user_id: userId, ...row })
  if (created.error) throw created.error
}

export function NotificationChoices({ userId, email }: { userId: string; email: string }) {
  const queries = useQueryClient()
  const { role } = useRole()
  const query = useQuery(choicesQuery(userId))
  const { queryKey } = choicesQuery(userId)
  /** What is on the screen until the service has answered. */
  const [tapped, setTapped] = useState<Choices | null>(null)
  const save = useMutation({
    mutationKey: [...queryKey, 'save'],
    // One after the other, in the order of the taps.
    scope: { id: 'notification-choices' },
    mutationFn: ({ choice, choices }: { choice: keyof Choices; choices: Choices }) =>
      saveChoice(userId, choice, choices),
    onSuccess: () => toast.success(messages.saved),
    onError: () => toast.error(messages.notSaved, networkHint),
    // While another tap is under way, what the service says would undo it on the screen.
    async onSettled(_saved, _error, { choices }) {
      if (queries.isMutating({ mutationKey: [...queryKey, 'save'] }) > 1) return
      void queries.invalidateQueries({ queryKey: ['my-consents', userId] })
      await queries.invalidateQueries({ queryKey })
      setTapped((shown) => (shown === choices ? null : shown))
    },
  })

  function choose(choice: keyof Choices, choices: Choices) {
    setTapped(choices)
    save.mutate({ choice, choices })
  }

  return (
    <QueryState query={query} errorText={messages.failed}>
      {(stored) => {
        const choices = tapped ?? stored
        return (
          <div className="grid max-w-read grid-cols-1 gap-6">
            <p>
              {messages.lead[0]} <strong className="wrap-anywhere">{email}</strong>
              {messages.lead[1]}
            </p>
            {(role === null
              ? notificationQuestions
              : [...notificationQuestions, staffNotificationQuestion]
            ).map(({ choice, label, help }) => (
              <Checkbox
                key={choice}
                id={`notify-${choice}`}
                label={label}
                help={help}
                checked={choices[choice]}
                onChange={(event) => choose(choice, { ...choices, [choice]: event.target.checked })}
              />
            ))}
          </div>
        )
      }}
    </QueryState>
  )
}
