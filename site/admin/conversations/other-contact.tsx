/** That a message about a registration gives a contact which that one does not know, with the contact on record. */
import { useQuery } from '@tanstack/react-query'
import { mailLink, phoneLink } from '#site/admin/records/contact-links.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { conversationQuery } from './conversation-data.ts'

const kindWords = { email: 'email address', phone: 'number' }

/** Anyone who holds the link of a registration can write from its page, and give any contact. */
export function OtherContact({ id }: { id: string }) {
  const { data } = useQuery(conversationQuery('contact_messages', id))
  const contacts = data?.find(({ other_contacts }) => other_contacts)?.other_contacts
  if (!contacts) return null
  const { kinds, reference, email, phone } = contacts
  const [first, second] = [phoneLink(phone), mailLink(email)].filter(Boolean)
  return (
    <Notice kind="warn">
      <p>
        <strong>
          Not the {kinds.map((kind) => kindWords[kind]).join(' and ')} of {reference}.
        </strong>{' '}
        Somebody else may have written this with their link.
        {first && (
          <>
            {' '}
            On record: {first}
            {second && <>, {second}</>}. Answer about the registration there.
          </>
        )}
      </p>
    </Notice>
  )
}
