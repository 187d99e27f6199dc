// In production a database and a mail server elsewhere are spoken to over TLS, their certificates checked, unless the
// address itself says otherwise; what it says against it is a warning.

export interface SecuredUrl {
  url: string
  warning?: string
}

/** `offered`: STARTTLS where the server has it. */
export type SmtpTls = 'demanded' | 'offered' | 'off'

const isLocal = (host: string) =>
  host === '' ||
  host === 'localhost' ||
  host === '[::1]' ||
  host === '::1' ||
  /^127(\.\d+){3}$/.test(host) ||
  // A Unix socket.
  host.startsWith('/') ||
  /^%2f/i.test(host)

/** Without a word on TLS, `sslmode=verify-full` is added; `sslmode=disable` is the explicit "off". */
export function secureDatabaseUrl(text: string): SecuredUrl {
  const url = new URL(text)
  const requested = url.searchParams
  if (isLocal(requested.get('host') ?? url.hostname)) return { url: text }
  const mode = requested.get('sslmode')
  const ssl = requested.get('ssl')
  if (mode === 'disable' || (mode === null && (ssl === 'false' || ssl === '0')))
    return {
      url: text,
      warning: 'DATABASE_URL says sslmode=disable: queries and answers cross the network in clear',
    }
  if (mode === 'no-verify' || requested.get('uselibpqcompat') === 'true')
    return {
      url: text,
      warning: `DATABASE_URL says ${mode === 'no-verify' ? 'sslmode=no-verify' : 'uselibpqcompat'}: the certificate of the database may not be checked`,
    }
  // All of these are verify-full to today's driver, and weaker to its next major version.
  if (mode !== null)
    return { url: text.replace(/sslmode=(prefer|require|verify-ca)\b/, 'sslmode=verify-full') }
  if (ssl !== null) return { url: text }
  return { url: `${text}${text.includes('?') ? '&' : '?'}sslmode=verify-full` }
}

/** `?tls=off` is the explicit "off"; it is no part of the address that the mail library gets. */
export function secureSmtpUrl(text: string, production: boolean): SecuredUrl & { tls: SmtpTls } {
  const url = new URL(text)
  const wish = url.searchParams.get('tls')
  if (wish !== null) url.searchParams.delete('tls')
  const rest = wish === null ? text : url.href
  if (wish !== null && (wish !== 'off' || url.protocol === 'smtps:'))
    throw new Error('SMTP_URL takes ?tls=off, for smtp:// alone')
  if (wish === 'off')
    return {
      url: rest,
      tls: 'off',
      ...(production &&
        !isLocal(url.hostname) && {
          warning: 'SMTP_URL says tls=off: mails and their links cross the network in clear',
        }),
    }
  if (!production || isLocal(url.hostname)) return { url: rest, tls: 'offered' }
  const weak = ['tls.rejectUnauthorized', 'ignoreTLS', 'requireTLS', 'secure'].find((name) =>
    url.searchParams.has(name),
  )
  if (weak)
    throw new Error(`SMTP_URL must not say ${weak} in production: TLS is demanded unless it says tls=off`)
  return { url: rest, tls: 'demanded' }
}
