/** Checks and sends the newsletter box; fetched only when someone subscribes. */
import { newsletterForm } from '#domain/company/newsletter.ts'
import type { AddressAnswer } from '#site/lib/form/address-form.tsx'
import { readInput, sendForm } from '#site/lib/send-form.ts'

export async function requestNewsletter(form: HTMLFormElement): Promise<AddressAnswer> {
  const verdict = newsletterForm.read(readInput(form))
  if (!verdict.ok) return { ok: false, text: verdict.problems[0]?.message ?? '' }
  const answer = await sendForm(form)
  return answer.ok
    ? { ok: true, text: newsletterForm.success }
    : { ok: false, text: answer.errors[0]?.message ?? answer.message }
}
