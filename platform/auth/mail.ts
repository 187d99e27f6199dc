// What auth passes to the application to mail or to text; how it is drawn and sent is the application's business.
import type pg from 'pg'

export type AuthMailKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change'
  | 'reauthentication'
  | 'already_registered'
  | SecurityNotice

/** What the owner of an account is notified of, once it has happened. */
export type SecurityNotice =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'recovery_codes_removed'
  | 'recovery_code_used'
  | 'identity_linked'
  | 'identity_unlinked'

export interface AuthMail {
  kind: AuthMailKind
  to: string
  /** The link: {API}/auth/v1/verify?token=…&type=…&redirect_to=…, or the site's page with token_hash and type. */
  url?: string
  /** The same as six digits, for those who read mail on another device. */
  code?: string
  /** For so long both work. */
  expirySeconds?: number
  fullName?: string
  /** For a notice: whose account it is about, and when it happened. */
  userId?: string
  happenedAt?: Date
  /** Of a password: the account had none before. */
  isFirst?: boolean
}

/** Called inside auth's own transaction: what `client` writes is stored or undone with the account's change. */
export type SendMail = (client: pg.ClientBase, mail: AuthMail) => Promise<void>

interface AuthCodeSms {
  kind: 'phone_change'
  /** E.164, with its plus. */
  to: string
  code: string
  /** For so long the code works. */
  expirySeconds: number
}

/** To the number that was proved before another took its place. */
interface AuthNoticeSms {
  kind: 'phone_changed'
  to: string
}

export type AuthSms = AuthCodeSms | AuthNoticeSms

/** As SendMail. An application without it confirms no numbers. */
export type SendSms = (client: pg.ClientBase, sms: AuthSms) => Promise<void>
