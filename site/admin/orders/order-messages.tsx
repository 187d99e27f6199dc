/** What was written between the buyer and the admin area about one order. */

import { useId } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import type { AdminOrder, OrderDocuments } from './order-data.ts'

interface OrderMessagesProps {
  order: AdminOrder
  messages: OrderDocuments['order_messages']
}

export function OrderMessages({ order, messages }: OrderMessagesProps) {
  const id = useId()
  const { can } = usePermissions()
  const form = useActionForm({
    id,
    tables: ['orders'],
    done: { title: 'Message sent' },
    empties: ['body'],
    read({ body = '' }, refuse) {
      if (!body.trim()) return refuse('body', 'Write your message first.')
      return (client) => client.rpc('send_order_message', { order_id: order.id, body: body.trim() })
    },
  })

  return (
    <section className="drawer-part" aria-label="Messages">
      <h3>Messages</h3>
      <ol className="trail">
        {messages
          .toSorted((one, other) => one.id - other.id)
          .map((message) => (
            <li key={message.id}>
              <p className="num text-sm text-stone">
                {message.is_from_staff ? 'The desk' : 'The buyer'}, {formatDateTime(message.created_at)}
              </p>
              <p className="whitespace-pre-line">{message.body}</p>
            </li>
          ))}
      </ol>
      {can('orders.decide') && (
        <FormElement form={form} className="grid gap-3">
          <Field id={`${id}-body`} label="Write to the buyer">
            <TextArea name="body" rows={2} maxLength={2000} />
          </Field>
          <Refusal action={form.action} />
          <div>
            <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Sending...">
              Send message
            </Button>
          </div>
        </FormElement>
      )}
    </section>
  )
}
