/** Said by a long form where scripts do not run: where it can be filled in without them, or who fills it in. */
import { findPlainFormPath } from '#domain/registrations/plain-forms.ts'
import { paths } from '#site/paths.ts'

export function NoScriptNote({ form }: { form: string }) {
  // React leaves what stands in it to the server: no browser with scripts loads these words.
  return <noscript>{import.meta.env.SSR && <Words path={findPlainFormPath(form)} />}</noscript>
}

function Words({ path }: { path: string | undefined }) {
  if (!path)
    return (
      <p className="notice notice-warn">
        This form needs JavaScript, because your photo and your answers are prepared on your own device.
        Without it, please <a href={paths.contact}>contact us</a>: we fill it in with you.
      </p>
    )
  return (
    <p className="notice notice-warn">
      Your browser runs no JavaScript. <a href={path}>Fill in the one-page form instead</a>: it works without.
      Or <a href={paths.contact}>contact us</a>, and we fill it in with you.
    </p>
  )
}
