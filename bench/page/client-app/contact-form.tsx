// The form of the contact page: react-hook-form, zod, Radix Select, a mutation, a toast.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, LoaderCircle } from 'lucide-react'
import { Select } from 'radix-ui'
import { Controller, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { z } from 'zod'
import { Button } from './button.tsx'
import { supabase } from './supabase.ts'

const topics = {
  general: 'A general question',
  hr: 'Work and careers',
  chat: 'Instead of the chat',
}

const schema = z
  .object({
    topic: z.enum(['general', 'hr', 'chat']),
    name: z.string().trim().min(1, 'Your name is required').max(200),
    email: z.union([z.literal(''), z.email('Please enter a valid e-mail address')]),
    phone: z.string().max(40),
    message: z.string().trim().min(1, 'A message is required').max(5000),
  })
  .refine(({ email, phone }) => email || phone, {
    path: ['email'],
    message: 'An e-mail address or a phone number is needed',
  })

type Message = z.infer<typeof schema>

export function ContactForm() {
  const form = useForm<Message>({
    resolver: zodResolver(schema),
    defaultValues: { topic: 'general', name: '', email: '', phone: '', message: '' },
  })
  const { errors } = form.formState
  const send = useMutation({
    mutationFn: async (message: Message) => {
      const { error } = await supabase.from('contact_messages').insert(message)
      if (error) throw error
    },
    onSuccess: () => {
      toast.success('Your message is on its way')
      form.reset()
    },
    onError: () => toast.error('The message could not be sent'),
  })
  return (
    <form
      className="form form-wide"
      aria-label="Message to the company"
      noValidate
      onSubmit={form.handleSubmit((message) => send.mutate(message))}
    >
      <p className="field-help">
        Fields marked <span className="field-mark">*</span> are required.
      </p>
      <div className="field">
        <label htmlFor="contact-topic" className="field-label">
          What is it about? <span className="field-mark">*</span>
        </label>
        <Controller
          control={form.control}
          name="topic"
          render={({ field }) => (
            <Select.Root value={field.value} onValueChange={field.onChange}>
              <Select.Trigger id="contact-topic" className="input">
                <Select.Value />
                <Select.Icon>
                  <ChevronDown className="icon" />
                </Select.Icon>
              </Select.Trigger>
              <Select.Portal>
                <Select.Content>
                  <Select.Viewport>
                    {Object.entries(topics).map(([value, text]) => (
                      <Select.Item key={value} value={value}>
                        <Select.ItemText>{text}</Select.ItemText>
                      </Select.Item>
                    ))}
                  </Select.Viewport>
                </Select.Content>
              </Select.Portal>
            </Select.Root>
          )}
        />
      </div>
      <div className="field">
        <label htmlFor="contact-name" className="field-label">
          Your name <span className="field-mark">*</span>
        </label>
        <input id="contact-name" className="input" autoComplete="name" {...form.register('name')} />
        {errors.name && <p role="alert">{errors.name.message}</p>}
      </div>
      <div className="form-pair">
        <div className="field">
          <label htmlFor="contact-email" className="field-label">
            E-mail address <span className="field-note">(optional)</span>
          </label>
          <p className="field-help">Or a phone number: one way back is enough.</p>
          <input
            id="contact-email"
            type="email"
            className="input"
            autoComplete="email"
            {...form.register('email')}
          />
          {errors.email && <p role="alert">{errors.email.message}</p>}
        </div>
        <div className="field">
          <label htmlFor="contact-phone" className="field-label">
            Phone number <span className="field-note">(optional)</span>
          </label>
          <p className="field-help">With the country code when it is not Nigeria.</p>
          <input
            id="contact-phone"
            type="tel"
            className="input"
            autoComplete="tel"
            {...form.register('phone')}
          />
        </div>
      </div>
      <div className="field">
        <label htmlFor="contact-message" className="field-label">
          Message <span className="field-mark">*</span>
        </label>
        <textarea id="contact-message" className="input" rows={5} {...form.register('message')} />
        {errors.message && <p role="alert">{errors.message.message}</p>}
      </div>
      <p className="field-help">
        We keep your message to answer it, and nothing else.{' '}
        <Link to="/privacy">How we handle personal data</Link>
      </p>
      <div>
        <Button type="submit" disabled={send.isPending}>
          {send.isPending && <LoaderCircle className="icon" />}
          Send message
        </Button>
      </div>
    </form>
  )
}
