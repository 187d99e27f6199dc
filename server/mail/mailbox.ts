// The mails of an evaluation, read back from their files and shown as a list.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Html, html } from '#server/lib/html.ts'
import type { StoredMail } from './transport.ts'

const maxShown = 100

/** Newest first. */
export async function readMailbox(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const newest = names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .sort()
    .reverse()
    .slice(0, maxShown)
  return Promise.all(
    newest.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredMail),
  )
}

export const mailboxStyles = `
body{margin:0;background:#fbf8f1;color:#16241c;font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:1.5rem 1.25rem 4rem;overflow-wrap:anywhere}
article{margin-top:2rem;border-top:1px solid #5b665f}
ul{margin:0;padding:0;list-style:none}
li a{display:block;padding:.625rem 0;color:#27386b}
pre{font:inherit;white-space:pre-wrap}
:focus-visible{outline:3px solid #27386b;outline-offset:2px}`.trim()

/** Shows each mail as text with its links: the html form stays in its file, so nothing of it can act here. */
export function renderMailbox(mails: StoredMail[], companyName: string): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Mailbox of this evaluation</title><style>${new Html(mailboxStyles)}</style></head>
<body>
<main>
<h1>Mailbox of this evaluation</h1>
<p>Mails that ${companyName} would have sent. They exist only as files on this computer.</p>
${mails.length === 0 ? html`<p>No mails yet.</p>` : html``}
${mails.map(
  (mail) => html`<article>
<h2>${mail.subject}</h2>
<p>To ${mail.to}, ${mail.createdAt}</p>
<ul>${mail.links.map((link) => html`<li><a href="${link}" rel="noreferrer">${link}</a></li>`)}</ul>
<pre>${mail.text}</pre>
</article>
`,
)}
</main>
</body>
</html>
`.markup
}
