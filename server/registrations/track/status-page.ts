// The page that answers a question for a status, complete without scripts, with the form once more.
import { formatDateInWords } from '#domain/dates.ts'
import { trackPaths } from '#domain/guest-links.ts'
import { findOrderWord } from '#domain/market/orders.ts'
import { isRegistrationForm, registrationForms } from '#domain/registrations/registrations.ts'
import {
  findStatusWord,
  recordWords,
  statusWords,
  statusPageWords as words,
} from '#domain/registrations/status-words.ts'
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
      title: result.kind === 'order' ? words.order : words.application,
      headers,
      body: html`${describe(result)}${callUs(phone)}<h2>${words.rest}</h2><p>${words.onlyStatus}</p><form method="post" action="${trackPaths.link}"><input type="hidden" name="reference" value="${input.reference}"><input type="hidden" name="phone" value="${input.phone}"><button>${words.sendLink}</button></form>${again}`,
    })
  const isLimited = refusal === 'too_many'
  return frame.page({
    title: words.title,
    status: isLimited ? 429 : 404,
    headers: { ...headers, ...(isLimited && { 'retry-after': String(retryAfterSeconds ?? 60) }) },
    body: html`<div class="problems" role="alert"><h2>${
      isLimited ? words.tooOften : words.unknown
    }</h2>${isLimited ? '' : html`<p>${words.check}</p>`}</div>
${statusForm(input)}`,
  })
}

const again = html`<p><a href="${trackPaths.page}">${words.another}</a></p>`

function callUs(phone: string | null | undefined): Html | '' {
  return phone
    ? html`<p>${words.callUs} <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>. ${words.atHand}</p>`
    : ''
}

export function linkSentPage(frame: Frame, channel: LinkChannel, phone: string | null): Response {
  return frame.page({
    title: words.link,
    headers,
    body: html`<div class="done" role="status"><p>${words.sent[channel]}</p></div>${channel === 'account' ? html`<p><a href="/auth">${words.signIn}</a></p>` : callUs(phone)}${again}`,
  })
}

function describe(tracked: TrackedStatus): Html {
  const { kind, form, reference, status, at, consentWithdrawnAt, nextStep } = tracked
  const word =
    kind === 'order' ? findOrderWord({ ...tracked, kind: tracked.orderKind }) : findStatusWord(tracked)
  const what =
    kind === 'order' ? words.anOrder : isForm(form) ? registrationForms[form].title : recordWords.unnamed
  return html`<div class="done" role="status">
<p>${what} <strong>${reference}</strong></p>
<p>${statusWords.label}: <strong>${word ?? describeStatus(status)}</strong></p>
<p>${recordWords.sent}: ${formatDateInWords(at)}</p>
${consentWithdrawnAt ? html`<p>${recordWords.stopped}: ${formatDateInWords(consentWithdrawnAt)}</p>` : ''}
${nextStep ? html`<p>${recordWords.nextStep}: ${nextStep}</p>` : ''}
</div>`
}

const isForm = (form: string | null) => form !== null && isRegistrationForm(form)

function statusForm(input: { reference: string; phone: string }): Html {
  return html`<form method="post" action="${trackPaths.status}">
<label for="reference">${statusWords.reference}</label><p class="help" id="reference-help">${statusWords.referenceHelp}</p><input id="reference" name="reference" value="${input.reference}" aria-describedby="reference-help" autocomplete="off" autocapitalize="characters" maxlength="20" required>
<label for="phone">${statusWords.phone}</label><input id="phone" name="phone" type="tel" value="${input.phone}" autocomplete="tel" maxlength="30" required>
<button>${statusWords.submitLabel}</button>
</form>`
}
