// Mails of a local project: stored as files and listed as JSON, so that a person or a test can follow their links.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { AuthMail, SendMail } from '../auth/mail.ts'

export interface InboxMail extends AuthMail {
  id: string
  at: string
}

export interface Inbox {
  send: SendMail
  /** Newest first. */
  read(): Promise<InboxMail[]>
  /** `GET /inbox` */
  app: Hono
}

export async function openInbox(folder: string, onMail: (mail: InboxMail) => void): Promise<Inbox> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let count = 0
  const read = async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
    const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return mails.reverse().map((mail) => JSON.parse(mail) as InboxMail)
  }
  return {
    async send(_client, mail) {
      const stored = { id: randomUUID(), at: new Date().toISOString(), ...mail }
      const order = `${Date.now()}-${String(count++).padStart(6, '0')}`
      const file = join(folder, `${order}-${mail.kind}.json`)
      // Under its name only when it is whole: someone may be reading the folder.
      await writeFile(`${file}.new`, JSON.stringify(stored, null, 2), { mode: 0o600 })
      await rename(`${file}.new`, file)
      onMail(stored)
    },
    read,
    app: new Hono().get('/inbox', async (context) => context.json(await read())),
  }
}
