/** A message to the company: of /contact, and with its topic set, of whatever page speaks to one department. */
import { Link } from 'react-router'
import {
  type ContactTopic,
  contactMessages,
  contactTopics,
  readContactMessage,
} from '#domain/company/contact-messages.ts'
import { type FieldProblem, formPaths, type GivenAnswers } from '#domain/forms.ts'
import { usePublicForm } from '#site/lib/use-public-form.ts'
import { paths } from '#site/paths.ts'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { FormField, PublicForm } from '#site/ui/public-form.tsx'

function findProblems(given: GivenAnswers): readonly FieldProblem[] {
  const verdict = readContactMessage(given)
  return verdict.ok ? [] : verdict.problems
}

interface ContactFormProps {
  /** Without it the form asks. */
  topic?: ContactTopic
}

export function ContactForm({ topic }: ContactFormProps) {
  const form = usePublicForm({ id: 'contact', findProblems, thanks: contactMessages.submitted })
  return (
    <PublicForm
      form={form}
      label="Message to the company"
      action={formPaths.contact}
      submitLabel="Send message"
      busyLabel="Sending..."
      note={
        <>
          We keep your message to answer it, and nothing else.{' '}
          <Link to={paths.privacy}>How we handle personal data</Link>
        </>
      }
    >
      {topic ? (
        <input type="hidden" name="topic" value={topic} />
      ) : (
        <FormField form={form} name="topic" label="What is it about?" required>
          <Select name="topic" options={contactTopics} defaultValue="general" required />
        </FormField>
      )}
      <FormField form={form} name="name" label="Your name" required>
        <TextInput name="name" autoComplete="name" required maxLength={200} />
      </FormField>
      <FormField
        form={form}
        name="email"
        label="E-mail address"
        help="Or a phone number: one way back is enough."
      >
        <TextInput name="email" type="email" autoComplete="email" maxLength={254} />
      </FormField>
      <FormField
        form={form}
        name="phone"
        label="Phone number"
        help="With the country code when it is not Nigeria."
      >
        <TextInput name="phone" type="tel" autoComplete="tel" maxLength={40} />
      </FormField>
      <FormField form={form} name="message" label="Message" required>
        <TextArea name="message" rows={5} required maxLength={5000} />
      </FormField>
    </PublicForm>
  )
}
