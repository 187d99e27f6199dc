/** What buyer and company write to each other about an order; stored with it, so that nobody has to search a chat. */

import { useId } from 'react'
import { limits } from '#domain/limits.ts'
import type { Order } from '#domain/market/order.ts'
import { orderMessageWords as words } from '#domain/market/order-words.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSavedBoxes } from '#site/lib/form/use-saved-boxes.ts'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import type { OrderClient } from './order-client.ts'
import { formatOrderTime } from './order-time.ts'

interface OrderMessagesProps {
  order: Order
  orderClient: OrderClient
  onSent: () => Promise<void>
}

export function OrderMessages({ order, orderClient, onSent }: OrderMessagesProps) {
  const id = useId()
  const form = useSmallForm({
    fieldId: () => id,
    read: ({ body = '' }, refuse) => body.trim() || refuse('body', words.body.missing),
    async send(body) {
      await orderClient.sendMessage(body)
      form.ref.current?.reset()
      saved.forget()
      toast.success(words.sent.title, words.sent.text)
      await onSent()
    },
    blame: 'body',
  })
  const saved = useSavedBoxes(form.ref, `message-${order.id}`)

  return (
    <Panel title="Messages">
      <div className="grid grid-cols-1 gap-6">
        {order.messages.length > 0 && (
          <ol className="grid gap-4">
            {order.messages.map(({ isFromStaff, body, at }) => (
              <li
                key={at + body}
                className={cx('border-l-4 pl-4', isFromStaff ? 'border-leaf' : 'border-line')}
              >
                <p className="text-sm text-stone">
                  <strong className="text-ink">{isFromStaff ? 'The company' : 'You'}</strong>,{' '}
                  <time className="num" dateTime={at}>
                    {formatOrderTime(at)}
                  </time>
                </p>
                <p className="whitespace-pre-line wrap-anywhere">{body}</p>
              </li>
            ))}
          </ol>
        )}
        <FormElement form={form} className="grid grid-cols-1 gap-4" label={words.label} onInput={saved.save}>
          <Field id={id} label={words.body.label} help={words.body.help} error={form.problemOf('body')}>
            <TextArea name="body" rows={3} maxLength={limits.remarksMax} />
          </Field>
          <div>
            <Button type="submit" variant="outline" busy={form.isSending} busyLabel={words.busyLabel}>
              {words.submitLabel}
            </Button>
          </div>
        </FormElement>
      </div>
    </Panel>
  )
}
