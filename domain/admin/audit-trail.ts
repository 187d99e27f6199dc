/** What the pages of the audit trail and the database say to each other: changes, sign-ins, attempts of buyers. */
import { applicationTables, registrationRecordTypes } from '../record-types.ts'

/**
 * rpc search_audit(AuditSearch's fields, each may be null) -> AuditEntry[], newest first; right audit_events.read, as for all
 * that follows here. It takes the name of a table as well.
 */
export const auditKinds = {
  orders: 'Orders and money',
  people: 'Registrations',
  messages: 'Messages and mails',
  catalogue: 'Products',
  content: 'Pages',
  staff: 'Colleagues and rights',
  secrets: 'Personal data',
  settings: 'Settings',
} as const

/** Tables, and other subjects of entries, by what staff call them. */
export const auditedTables: Record<keyof typeof auditKinds, readonly string[]> = {
  orders: ['orders', 'payments', 'money_entries', 'order_credits', 'quotes', 'disputes', 'letters_of_credit'],
  people: [...registrationRecordTypes, 'correction_requests', 'people_to_phone'],
  messages: [
    'contact_messages',
    ...applicationTables,
    'newsletter_subscriptions',
    'mails',
    'mail_suppressions',
  ],
  catalogue: ['products', 'order_products', 'low_stock'],
  content: [
    'content_drafts',
    'company_facts',
    'legal_texts',
    'board_members',
    'board_contacts',
    'career_categories',
    'career_positions',
    'courses',
    'crop_seasons',
    'impact_figures',
    'page_actions',
    'page_facts',
    'page_texts',
    'photographs',
    'projects',
    'stories',
  ],
  staff: ['roles', 'role_permissions', 'user_roles', 'staff_departures', 'staff_invitations'],
  secrets: [
    'vault_reveals',
    'vault_seal',
    'photo_sittings',
    'own_secrets',
    'own_data',
    'account',
    'breaches',
  ],
  settings: [
    'settlement_accounts',
    'market_limits',
    'vat_rates',
    'delivery_zones',
    'depots',
    'retention_periods',
    'decline_reasons',
    'reply_templates',
    'saved_views',
    'audit_trail',
  ],
}

export interface AuditSearch {
  /** Words of the action or the table, as they are stored or as the page says them (audit-search-words.ts); the name, code, address, phone or bank reference of what it is about, as far as the caller may read it. */
  search: string | null
  actor: string | null
  /** One of auditKinds, or a table. */
  kind: string | null
  /** The record's id. */
  subject: string | null
  since: string | null
  until: string | null
  /** Entries older than this id: the next page. */
  before_id: number | null
  /** At most 1000. */
  max_rows: number
  /** Who looked at what: reveals, sittings, files, exports. */
  only_access: boolean
}

export interface AuditEntry {
  id: number
  at: string
  actor_id: string | null
  /** Null: nobody, or an account that the caller may not see. */
  actor_name: string | null
  /** The role at that time; 'system' for the application's own work. */
  actor_role: string
  /** From where: the client's address, null where the application itself acted. */
  address: string | null
  /** 'insert', 'update', 'delete', or a word of its own: 'look', 'export', 'sign_out'. */
  action: string
  subject_type: string
  subject_id: string | null
  /** What that is: the kind of record ('account' of an account), its name for those who may read it, else its code; the currency of an order. */
  about: { type: string; id: string | null; name: string | null; currency?: string }
  /** People whom the values name, by their ids. */
  names: Record<string, string>
  /** Only what changed; never a secret. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Whether the hash chain holds it already. */
  is_sealed: boolean
}

/** rpc list_audited_people(): who is or was staff. */
export interface AuditedPerson {
  user_id: string
  name: string
  is_former: boolean
}

/** rpc search_sign_ins(actor, everybody, only_failed, since, until, before_at, before_id, max_rows): of staff alone, or of everybody. */
export interface SignIn {
  id: string
  at: string
  /** Null: a failed attempt with an address that has no account. */
  actor_id: string | null
  actor_name: string | null
  actor_role: string | null
  address: string | null
  action:
    | 'login'
    | 'login_failed'
    | 'logout'
    | 'verification_attempted'
    | 'verification_failed'
    | 'invite_accepted'
  /** The provider, or the kind of second factor. */
  way: string | null
}

export const buyerAttemptEvents = {
  BUYER_REGISTRATION_ATTEMPT: 'Tried to register',
  BUYER_REGISTRATION_ERROR: 'Failed to register',
  BUYER_REGISTRATION_SUCCESS: 'Registered',
} as const

/** rpc search_buyer_attempts(search, only_event, since, until, before_id, max_rows): rows of the table audit_events (decision 77). */
export interface BuyerAttempt {
  id: number
  event: keyof typeof buyerAttemptEvents
  user_id: string | null
  email: string | null
  business_type: string | null
  error_message: string | null
  /** The record, where the attempt succeeded. */
  attempt_id: string | null
  created_at: string
}

/* ---- Figures ---- */
