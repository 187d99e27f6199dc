/** The first line of a long form where no script runs: the form on one page, or who fills it in with them. */
import { findPlainFormPath } from '#domain/registrations/plain-forms.ts'
import { chatUrl, dialUrl, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { Notice } from '#site/ui/panel.tsx'

export function NoScriptNote({ form }: { form: string }) {
  const path = findPlainFormPath(form)
  const { phones, chatNumber } = useCompany()
  const [phone] = phones
  return (
    <Notice kind="warn">
      {path ? (
        <p>
          Your browser runs no JavaScript. <a href={path}>Fill in the one-page form instead</a>: it works
          without. Or contact us, and we fill it in with you.
        </p>
      ) : (
        <p>
          This form needs JavaScript, because your photo and your answers are prepared on your own device.
          Without it, please contact us: we fill it in with you.
        </p>
      )}
      <p className="actions">
        {phone && <a href={dialUrl(phone)}>Call {phone}</a>}
        {chatNumber && <a href={chatUrl(chatNumber, 'Good day, please fill in a form with me.')}>WhatsApp</a>}
        <a href={paths.contact}>All ways to reach us</a>
      </p>
    </Notice>
  )
}
