/** How a buyer orders whose browser runs no scripts: by phone, by chat, or by the contact form, which needs none. */
import { Link } from 'react-router'
import { chatUrl, dialUrl, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'

const chatOpening = 'Hello, I would like to order. Product, packs, my name, phone and address:'

/** Inside a noscript, and by the server alone: `import.meta.env.SSR &&` keeps it out of the scripts. */
export function OrderWithoutScripts({ what }: { what: string }) {
  const { phones, chatNumber } = useCompany()
  return (
    <div className="notice grid grid-cols-1 gap-2">
      <p>
        <strong>{what} needs JavaScript.</strong> Without it you can order{' '}
        {phones.length > 0 && (
          <>
            by phone:{' '}
            {phones.map((phone, index) => (
              <span key={phone}>
                {index > 0 && ' or '}
                <a className="num whitespace-nowrap" href={dialUrl(phone)}>
                  {phone}
                </a>
              </span>
            ))}
            ,{' '}
          </>
        )}
        {chatNumber && (
          <>
            <a href={chatUrl(chatNumber, chatOpening)}>by WhatsApp</a>,{' '}
          </>
        )}
        {(phones.length > 0 || chatNumber) && 'or '}
        <Link to={paths.contact}>by our contact form</Link>.
      </p>
      <p>
        Say which product and how many packs, your name and phone number, and where it shall go. We tell you
        what it costs with its delivery, and on which day it comes, before you pay anything.
      </p>
    </div>
  )
}
