/** What was written between the buyer and the desk about one order. */
import { type FormEvent, useId, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { useMyDesk } from '#site/account/my-desk.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import type { DeskOrder, OrderPapers } from './order-data.ts'

interface OrderMessagesProps {
  order: DeskOrder
  messages: OrderPapers['order_messages']
}

export function OrderMessages({ order, messages }: OrderMessagesProps) {
  const id = useId()
  const { can } = useMyDesk()
  const [body, setBody] = useState('')
  const action = useAction({ tables: ['orders'], done: { title: 'Message sent' }, onDone: () => setBody('') })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!body.trim()) return action.refuse('Write your message first.')
    action.run((client) => client.rpc('send_order_message', { order_id: order.id, body: body.trim() }))
  }

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
        <form className="grid gap-3" noValidate onSubmit={submit}>
          <Field id={`${id}-body`} label="Write to the buyer">
            <TextArea
              rows={2}
              maxLength={2000}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          </Field>
          <Refusal action={action} />
          <div>
            <Button type="submit" size="sm" variant="outline" busy={action.isBusy} busyLabel="Sending...">
              Send message
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
