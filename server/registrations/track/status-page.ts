// The page that answers a question for a status, complete without scripts, with the form once more.
import { formatDateInWords } from '#domain/dates.ts'
import { trackPaths } from '#domain/guest-links.ts'
import { findOrderWord } from '#domain/market/orders.ts'
import { isRegistrationForm, registrationForms } from '#domain/registrations/registrations.ts'
import { findStatusWord, recordWords, statusWords } from '#domain/registrations/status-words.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { type Html, html } from '#server/lib/html.ts'
import type { Frame } from '#server/pages/frame.ts'
import type { LinkChannel, TrackedStatus } from './find-status.ts'

interface Shown {
  input: { reference: string; phone: string }
  result?: TrackedStatus
  refusal?: 'unknown' | 'too_many'
  retryAfterSeconds?: number
  /** Whom to call. */
  phone?: string | null
}

const headers = { 'cache-control': 'private, no-store' }

export function statusPage(
  frame: Frame,
  { input, result, refusal, retryAfterSeconds, phone }: Shown,
): Response {
  if (result)
    return frame.page({
      title: result.kind === 'order' ? 'Your order' : 'Your application',
      headers,
      body: html`${describe(result)}${callUs(phone)}<h2>Everything else is behind your link</h2><p>This page shows the status alone. Have you lost your link? We can send it once more to the e-mail address that you gave.</p><form method="post" action="${trackPaths.link}"><input type="hidden" name="reference" value="${input.reference}"><input type="hidden" name="phone" value="${input.phone}"><button>Send me my link</button></form>${again}`,
    })
  const isLimited = refusal === 'too_many'
  return frame.page({
    title: 'Where your application or order stands',
    status: isLimited ? 429 : 404,
    headers: { ...headers, ...(isLimited && { 'retry-after': String(retryAfterSeconds ?? 60) }) },
    body: html`<div class="problems" role="alert"><h2>${
      isLimited
        ? 'That was too often. Please wait a little, then try again.'
        : 'We found nothing with this reference and this phone number together.'
    }</h2>${isLimited ? '' : html`<p>Please check both. The number is the one that you gave on the form. If you had your data erased, we no longer have your number, and find nothing.</p>`}</div>
${statusForm(input)}`,
  })
}

const again = html`<p><a href="${trackPaths.page}">Look up another one</a></p>`

function callUs(phone: string | null | undefined): Html | '' {
  return phone
    ? html`<p>Call us: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>. Have your reference at hand.</p>`
    : ''
}

const linkNews: Readonly<Record<LinkChannel, string>> = {
  mail: 'If your link can be sent now, it is on its way to the e-mail address that you gave. It can take a few minutes; look among the unwanted mails too. If nothing comes, ask again tomorrow or call us.',
  account: 'This is in your account. Sign in, and you see all of it there, without a link.',
  phone:
    'We have no e-mail address of yours to send the link to. Call us with your reference: we give you a new link.',
}

export function linkSentPage(frame: Frame, channel: LinkChannel, phone: string | null): Response {
  return frame.page({
    title: 'Your link',
    headers,
    body: html`<div class="done" role="status"><p>${linkNews[channel]}</p></div>${channel === 'account' ? html`<p><a href="/auth">Sign in</a></p>` : callUs(phone)}${again}`,
  })
}

function describe(found: TrackedStatus): Html {
  const { kind, form, reference, status, at, consentWithdrawnAt, nextStep } = found
  const word = kind === 'order' ? findOrderWord({ ...found, kind: found.orderKind }) : findStatusWord(found)
  const what = kind === 'order' ? 'Order' : isForm(form) ? registrationForms[form].title : recordWords.unnamed
  return html`<div class="done" role="status">
<p>${what} <strong>${reference}</strong></p>
<p>Status: <strong>${word ?? describeStatus(status)}</strong></p>
<p>${recordWords.sent}: ${formatDateInWords(at)}</p>
${consentWithdrawnAt ? html`<p>${recordWords.stopped}: ${formatDateInWords(consentWithdrawnAt)}</p>` : ''}
${nextStep ? html`<p>${recordWords.nextStep}: ${nextStep}</p>` : ''}
</div>`
}

const isForm = (form: string | null) => form !== null && isRegistrationForm(form)

function statusForm(input: { reference: string; phone: string }): Html {
  return html`<form method="post" action="${trackPaths.status}">
<label for="reference">${statusWords.reference}</label><input id="reference" name="reference" value="${input.reference}" autocomplete="off" autocapitalize="characters" maxlength="20" required>
<label for="phone">${statusWords.phone}</label><input id="phone" name="phone" type="tel" value="${input.phone}" autocomplete="tel" maxlength="30" required>
<button>${statusWords.submitLabel}</button>
</form>`
}
