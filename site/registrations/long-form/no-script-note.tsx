/** Said by a long form where scripts do not run: where it can be filled in without them, or who fills it in. */
import { findPlainFormPath } from '#domain/registrations/plain-forms.ts'
import { paths } from '#site/paths.ts'
import { Notice } from '#site/ui/panel.tsx'

export function NoScriptNote({ form }: { form: string }) {
  const path = findPlainFormPath(form)
  return (
    <Notice kind="warn">
      {path ? (
        <p>
          Your browser runs no JavaScript. <a href={path}>Fill in the one-page form instead</a>: it works
          without. Or <a href={paths.contact}>contact us</a>, and we fill it in with you.
        </p>
      ) : (
        <p>
          This form needs JavaScript, because your photo and your answers are prepared on your own device.
          Without it, please <a href={paths.contact}>contact us</a>: we fill it in with you.
        </p>
      )}
    </Notice>
  )
}
