/** The first line of a form where no script runs: who fills it in with them instead. The server alone draws it. */
import { chatUrl, dialUrl, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'

export function NoScripts() {
  const { phones, chatNumber } = useCompany()
  const [phone] = phones
  return (
    <div className="notice notice-warn">
      <p>
        This form needs JavaScript, because your photo and your answers are prepared on your own device.
        Without it, please contact us: we fill it in with you.
      </p>
      <p className="actions">
        {phone && <a href={dialUrl(phone)}>Call {phone}</a>}
        {chatNumber && <a href={chatUrl(chatNumber, 'Good day, please fill in a form with me.')}>WhatsApp</a>}
        <a href={paths.contact}>All ways to reach us</a>
      </p>
    </div>
  )
}
