/** On the first page: a registration form that was begun on this device, and the way back to it. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { isRegistrationForm, registrationForms } from '#domain/registrations/registrations.ts'
import { draftPrefix } from '#site/lib/draft.ts'
import { chooseStorage, isSharedPhone } from '#site/lib/session-storage.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'

export default function OpenDraft() {
  const [form, setForm] = useState<{ title: string; path: string } | null>(null)
  useEffect(() => setForm(findBegun()), [])
  return (
    form && (
      <p className="wrap open-draft">
        Your form is kept {isSharedPhone() ? 'until you close this page' : 'on this device'}.{' '}
        <Link to={form.path}>Go on with “{form.title}”</Link>
      </p>
    )
  )
}

/** Finds drafts of this person: a draft's name ends with whether a member or a guest wrote it. */
function findBegun() {
  const whose = readStoredSession() ? 'member' : 'guest'
  try {
    for (const key of Object.keys(chooseStorage())) {
      const [kind, name = '', owner] = key.startsWith(draftPrefix)
        ? key.slice(draftPrefix.length).split(':')
        : []
      if (kind === 'registration' && owner === whose && isRegistrationForm(name))
        return registrationForms[name]
    }
  } catch {
    // Nothing can be read here, and nothing was stored.
  }
  return null
}
