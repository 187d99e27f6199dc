// The page that answers a question for a status, complete without scripts, with the form once more.
import { formatDateInWords } from '#domain/dates.ts'
import { type LinkChannel, trackPaths } from '#domain/guest-links.ts'
import { findOrderWord } from '#domain/market/orders.ts'
import {
  findStatusWord,
  formsWithPhoto,
  isRegistrationForm,
  registrationForms,
} from '#domain/registrations/registrations.ts'
import { recordWords, statusWords, statusPageWords as words } from '#domain/registrations/status-words.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { type Html, html } from '#server/lib/html.ts'
import type { Frame } from '#server/pages/frame.ts'
import type { TrackedStatus } from './find-status.ts'

interface Shown {
  input: { reference: string; phone: string }
  result?: TrackedStatus
  refusal?: 'unknown' | 'too_many'
  retryAfterSeconds?: number
  /** Whom to call. */
  phone?: string | null
}

/** Back shows the answer once more, where the browser would else offer to send the same again. Nobody else's cache holds it. */
const headers = { 'cache-control': 'private, no-cache' }

export function statusPage(
  frame: Frame,
  { input, result, refusal, retryAfterSeconds, phone }: Shown,
): Response {
  if (result)
    return frame.page({
      title: result.kind === 'order' ? words.order : words.application,
      headers,
      body: html`${describe(result)}${callUs(phone)}${describeLink(result.linkChannel, input)}${again}`,
    })
  const isLimited = refusal === 'too_many'
  const wait = retryAfterSeconds ?? 60
  return frame.page({
    title: words.title,
    status: isLimited ? 429 : 404,
    headers: { ...headers, ...(isLimited && { 'retry-after': String(wait) }) },
    body: html`<div class="problems" role="alert"><h2>${
      isLimited ? words.tooOften(wait, Boolean(phone)) : words.unknown
    }</h2>${isLimited ? '' : html`<p>${words.check}</p>`}${callUs(phone)}</div>
${statusForm(input)}`,
  })
}

/** The way to all of it: by what the database says of the link, as when it is sent. */
function describeLink(channel: LinkChannel, { reference, phone }: Shown['input']): Html {
  if (channel === 'account') return html`<h2>${words.restInAccount}</h2><p>${words.sent.account}</p>${signIn}`
  const say = (text: string) => html`<h2>${words.rest}</h2><p>${words.onlyStatus} ${text}</p>`
  if (channel === 'phone') return say(words.sent.phone)
  return html`${say(words.lost[channel])}<form method="post" action="${trackPaths.link}"><input type="hidden" name="reference" value="${reference}"><input type="hidden" name="phone" value="${phone}"><button>${words.sendLink}</button></form>`
}

const signIn = html`<p><a href="/auth">${words.signIn}</a></p>`
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
    body: html`<div class="done" role="status"><p>${words.sent[channel]}</p></div>${channel === 'account' ? signIn : callUs(phone)}${again}`,
  })
}

function describe(tracked: TrackedStatus): Html {
  const { kind, form, reference, status, at, consentWithdrawnAt, mergedInto } = tracked
  const word =
    kind === 'order' ? findOrderWord({ ...tracked, kind: tracked.orderKind }) : findStatusWord(tracked)
  const what =
    kind === 'order' ? words.anOrder : isForm(form) ? registrationForms[form].title : recordWords.unnamed
  const tone = kind === 'order' || !word ? readTone(status) : mergedInto ? 'completed' : 'declined'
  const nextStep = [isPhotoMissing(tracked) ? words.addPhoto : '', tracked.nextStep].filter(Boolean).join(' ')
  const facts = [
    [recordWords.sent, formatDateInWords(at)],
    [recordWords.stopped, consentWithdrawnAt ? formatDateInWords(consentWithdrawnAt) : ''],
    [recordWords.nextStep, nextStep],
  ].filter(([, detail]) => detail)
  return html`<div class="record" role="status">
<div class="record-head"><div><p class="record-kind">${what}</p><p class="record-code">${reference}</p></div>
<p class="state state-${tone}"><svg viewBox="0 0 12 12" aria-hidden="true">${shapes[tone]}</svg><span class="leave">${statusWords.label}: </span><strong>${word ?? describeStatus(status)}</strong></p></div>
<dl>${facts.map(([term, detail]) => html`<div><dt>${term ?? ''}</dt><dd>${detail ?? ''}</dd></div>`)}</dl>
</div>`
}

/** As site/ui/status.tsx draws them. */
const shapes = {
  pending: html`<circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" stroke-width="2"/>`,
  approved: html`<circle cx="6" cy="6" r="5.6" fill="currentColor"/>`,
  declined: html`<path d="M1.5 1.5l9 9m0-9l-9 9" stroke="currentColor" stroke-width="2.4"/>`,
  completed: html`<path d="M1 6.5l3.5 3.5L11 2.5" fill="none" stroke="currentColor" stroke-width="2.4"/>`,
}

const readTone = (status: string) =>
  Object.hasOwn(shapes, status) ? (status as keyof typeof shapes) : 'pending'

/** What the person has to do themselves comes first. */
function isPhotoMissing({ form, status, hasPhoto, consentWithdrawnAt }: TrackedStatus): boolean {
  return (
    status === 'pending' && hasPhoto === false && !consentWithdrawnAt && formsWithPhoto.includes(form ?? '')
  )
}

const isForm = (form: string | null) => form !== null && isRegistrationForm(form)

function statusForm(input: { reference: string; phone: string }): Html {
  return html`<form method="post" action="${trackPaths.status}">
<label for="reference">${statusWords.reference}</label><p class="help" id="reference-help">${statusWords.referenceHelp}</p><input id="reference" name="reference" value="${input.reference}" aria-describedby="reference-help" autocomplete="off" autocapitalize="characters" maxlength="20" required>
<label for="phone">${statusWords.phone}</label><input id="phone" name="phone" type="tel" value="${input.phone}" autocomplete="tel" maxlength="30" required>
<button>${statusWords.submitLabel}</button>
</form>`
}
