/** The first line of a long form where no script runs: the form on one page, or who fills it in with them. */
import { noScriptWords as words } from '#domain/registrations/no-script-words.ts'
import { findPlainFormPath } from '#domain/registrations/plain-forms.ts'
import { formsWithPhoto } from '#domain/registrations/registrations.ts'
import { linkWords } from '#site/lib/form/link-words.tsx'
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
        <p>{linkWords(words.onePage.text, [{ words: words.onePage.link, href: path }])}</p>
      ) : (
        <p>{words.needed(formsWithPhoto.includes(form))}</p>
      )}
      <p className="actions">
        {phone && <a href={dialUrl(phone)}>{words.call(phone)}</a>}
        {chatNumber && <a href={chatUrl(chatNumber, words.chatMessage)}>{words.chat}</a>}
        <a href={paths.contact}>{words.contact}</a>
      </p>
    </Notice>
  )
}
