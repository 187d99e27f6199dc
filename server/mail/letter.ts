// A letter is written once, in blocks; both its forms, html and text, are rendered from them.
import { colour } from '#server/lib/colours.ts'
import { type Html, html } from '#server/lib/html.ts'

export type Block =
  | { kind: 'paragraph'; text: string }
  /** A short code to read out or type in. */
  | { kind: 'code'; label: string; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'steps'; title: string; steps: string[] }
  /** Small print at the end. */
  | { kind: 'note'; text: string }

export interface Letter {
  subject: string
  /** The line that a mailbox shows beside the subject. */
  preheader: string
  heading: string
  greetingName?: string
  blocks: Block[]
  /** Words of a member of staff: no heading and no greeting of ours stand above them, and no program wrote it. */
  isPersonal?: boolean
  /** Sent along; each lies in the bucket of messages. */
  files?: LetterFile[]
  /** The Message-ID of the mail that it answers. */
  inReplyTo?: string
  /** Where one click ends a newsletter, or a mail that a member may switch off. At the foot and in the headers (RFC 8058). */
  unsubscribeUrl?: string
}

export interface LetterFile {
  path: string
  name: string
  type: string
}

/** Where one click switches off mails of one kind, for a member. */
export const stopMailsPath = '/mails/stop'

export interface Sender {
  companyName: string
  siteUrl: string
  /** The company's phone, where it has one. */
  phone?: string | null
  /** Where it is written to by WhatsApp. */
  chatNumber?: string | null
}

export interface RenderedLetter {
  subject: string
  html: string
  text: string
  unsubscribeUrl?: string
  isPersonal?: boolean
  inReplyTo?: string
}

export function renderLetter(letter: Letter, sender: Sender): RenderedLetter {
  const subject = oneLine(letter.subject)
  const name = letter.greetingName && plainName(letter.greetingName)
  const greeting = name ? `Dear ${name},` : 'Good day,'
  return {
    subject,
    html: renderHtml({ ...letter, subject }, greeting, sender),
    text: renderText(letter, greeting, sender),
    ...(letter.unsubscribeUrl && { unsubscribeUrl: webAddress(letter.unsubscribeUrl) }),
    ...(letter.isPersonal && { isPersonal: true }),
    ...(letter.inReplyTo && { inReplyTo: letter.inReplyTo }),
  }
}

/**
 * Anyone who types a stranger's address also chooses by what name the stranger is greeted. So only a name is printed:
 * no figures, no signs, nothing that a mailbox would turn into a link.
 */
function plainName(text: string): string | undefined {
  const name = oneLine(text)
  const isName = /^\p{L}[\p{L}\p{M} .,'’()-]*$/u.test(name) && !/\.[\p{L}\p{M}]{2}/u.test(name)
  return isName && [...name].length <= 100 ? name : undefined
}

/** A name with a line break in it must not start a new line of a header or of the text. */
function oneLine(text: string): string {
  return text
    .replace(/\p{C}|\s+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

// The faces of the site (art direction), as inline styles: mail programs know nothing else.
const serif = "ui-serif,'Iowan Old Style','Noto Serif',Georgia,serif"
const sans = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const mono = "ui-monospace,'SFMono-Regular',Menlo,Consolas,monospace"

function renderHtml(letter: Letter, greeting: string, sender: Sender): string {
  const { companyName, siteUrl, phone, chatNumber } = sender
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${letter.subject}</title>
</head>
<body style="margin:0;padding:0;background:${colour.paper};color:${colour.ink};font-family:${sans};font-size:16px;line-height:1.55">
<div style="display:none;max-height:0;overflow:hidden">${letter.preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colour.paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;border:1px solid ${colour.rule};border-radius:4px;background:#ffffff">
<tr><td style="padding:16px 28px;background:${colour.forest};border-bottom:4px solid ${colour.millet};border-radius:3px 3px 0 0;color:${colour.paper};font-family:${serif};font-size:18px">${asTitle(companyName)}</td></tr>
<tr><td style="padding:28px">
${
  letter.isPersonal
    ? ''
    : html`<h1 style="margin:0 0 16px;font-family:${serif};font-size:25px;line-height:1.25;font-weight:600;color:${colour.forest}">${letter.heading}</h1>
<p style="margin:0 0 16px">${greeting}</p>
`
}${letter.blocks.map((block) => renderBlock(block))}
</td></tr>
<tr><td style="padding:16px 28px;background:${colour.sand};border-radius:0 0 3px 3px;color:${colour.stone};font-size:13px">${asTitle(companyName)} &middot; <a href="${siteUrl}" style="color:${colour.stone}">${siteUrl.replace(/^https?:\/\//, '')}</a>${phone ? html` &middot; <a href="tel:${phone.replace(/[^+\d]/g, '')}" style="color:${colour.stone};white-space:nowrap">${phone}</a>` : ''}${chatNumber ? html` &middot; WhatsApp <a href="https://wa.me/${chatNumber.replace(/\D/g, '')}" style="color:${colour.stone};white-space:nowrap">${chatNumber}</a>` : ''}${letter.unsubscribeUrl ? html`<br><a href="${webAddress(letter.unsubscribeUrl)}" style="color:${colour.stone}">Unsubscribe</a>` : ''}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.markup
}

/** A longer one takes several lines: the name of goods in one line would make the whole mail wider than a phone. */
const shortLabelMax = 16

function renderBlock(block: Block): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p style="margin:0 0 16px">${linesOf(block.text)}</p>`
    case 'code':
      return html`<p style="margin:0 0 4px;color:${colour.stone};font-size:14px">${block.label}</p>
<p style="margin:0 0 20px;padding:12px 16px;background:${colour.sand};border:1px solid ${colour.rule};border-radius:4px;font-family:${mono};font-size:26px;letter-spacing:2px">${block.code}</p>`
    case 'button':
      return html`<p style="margin:0 0 20px"><a href="${webAddress(block.url)}" style="display:inline-block;padding:12px 22px;background:${colour.leaf};border-radius:4px;color:${colour.paper};font-weight:600;text-decoration:none">${block.label}</a></p>
<p style="margin:0 0 20px;color:${colour.stone};font-size:13px">If the button does not work, open this address:<br><span style="word-break:break-all">${webAddress(block.url)}</span></p>`
    case 'facts':
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:1px solid ${colour.rule}">${block.rows.map(
        ([label, value]) => html`
<tr><td width="30%" style="padding:8px 12px 8px 0;border-bottom:1px solid ${colour.rule};color:${colour.stone};vertical-align:top${label.length > shortLabelMax ? '' : ';white-space:nowrap'}">${label}</td><td style="padding:8px 0;border-bottom:1px solid ${colour.rule};vertical-align:top">${linesOf(value)}</td></tr>`,
      )}</table>`
    case 'steps':
      return html`<p style="margin:0 0 8px;font-weight:600">${block.title}</p>
<ol style="margin:0 0 20px;padding-left:22px">${block.steps.map((step) => html`<li style="margin:0 0 6px">${step}</li>`)}</ol>`
    case 'note':
      return html`<p style="margin:0 0 8px;color:${colour.stone};font-size:13px">${linesOf(block.text)}</p>`
  }
}

function linesOf(text: string): Html[] {
  return text.split(/\r?\n/).map((line, index) => (index ? html`<br>${line}` : html`${line}`))
}

/** Only addresses of the web become links: nothing else can come out of our own links. */
function webAddress(url: string): string {
  if (!/^https?:\/\//i.test(url)) throw new Error('a letter may only link to http and https addresses')
  return url
}

function renderText(letter: Letter, greeting: string, sender: Sender): string {
  const { companyName, siteUrl, phone, chatNumber } = sender
  const blocks = letter.blocks.map((block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'note':
        return block.text
      case 'code':
        return `${block.label}\n\n    ${block.code}`
      case 'button':
        return `${block.label}:\n${webAddress(block.url)}`
      case 'facts':
        return block.rows.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n')
      case 'steps':
        return [block.title, ...block.steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
    }
  })
  const foot = [asTitle(companyName), siteUrl]
  if (phone) foot.push(phone)
  if (chatNumber) foot.push(`WhatsApp ${chatNumber}`)
  if (letter.unsubscribeUrl) foot.push(`Unsubscribe: ${webAddress(letter.unsubscribeUrl)}`)
  const head = letter.isPersonal ? [] : [letter.heading, greeting]
  return `${[...head, ...blocks, `-- \n${foot.join('\n')}`].join('\n\n')}\n`
}

/** "the company" is how texts speak of it; where it stands as a title it takes a capital. */
export function asTitle(companyName: string): string {
  return companyName.charAt(0).toUpperCase() + companyName.slice(1)
}
