// A real SMTP server for tests: stores what it accepts, and refuses what it is set to refuse.
import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface SmtpMailbox {
  url: string
  mails: Email[]
  /** Return an SMTP error to refuse the recipient. */
  refuse: (address: string) => { responseCode: number; message: string } | undefined
  /** Resolves when that many mails have come. */
  received(count: number): Promise<Email[]>
  close(): Promise<void>
}

export async function openSmtpMailbox(): Promise<SmtpMailbox> {
  const waiting: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const refusal = mailbox.refuse(address)
      callback(refusal ? Object.assign(new Error(refusal.message), refusal) : null)
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        mailbox.mails.push(await PostalMime.parse(Buffer.concat(chunks)))
        callback()
        for (const check of waiting) check()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }
  const mailbox: SmtpMailbox = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    refuse: () => undefined,
    received: (count) =>
      new Promise((done) => {
        const check = () => {
          if (mailbox.mails.length >= count) done(mailbox.mails)
        }
        waiting.push(check)
        check()
      }),
    close: () => new Promise((done) => server.close(() => done())),
  }
  return mailbox
}
