// The register of tables about people: whose each row is, what an export leaves out, what erasing does. The functions that
// export and erase are generated from it (npm run generate); a test holds it against the catalogue.

import { limits } from '../limits.ts'

export interface PersonalTable {
  table: string
  /** The condition on a row; none: nothing here is about a customer. $1: the account, $2: who they are in the vault, $3: the account's confirmed address; each may be null. */
  belongs?: string
  /** Columns that an export leaves out: what opens something, or would. */
  hidden?: readonly string[]
  /** Columns that name staff who did something: records of the company, and no part of anybody's export. */
  acts?: readonly string[]
  /** Its rows go, or these assignments leave the record without its person; without it they stay. */
  erasure?: 'delete' | { set: readonly string[] }
  /** Supabase itself has no such table. */
  isOfPlatform?: true
  /** What the table holds, or why it is stored. */
  note: string
}

const account = (column = 'user_id') => `${column} = $1`
const vaultPerson = (column = 'person_id') => `${column} = any ($2)`
const address = (column = 'email') => `lower(${column}) = $3`
const registration = (column = 'record_id') => `${column} in (select private.registrations_of($1, $2))`
const order = (column = 'order_id') =>
  `${column} in (select o.id from public.orders as o where o.user_id = $1)`
/**
 * By their proved address, by their proved number where no address stands beside it (anyone can type a number into a form: with
 * another address it may be somebody else's, and from the page of a registration it is of its person), or written from the page of a registration of theirs. The contact of a registration
 * without an account is not proved, and opens no message.
 */
const message = (prefix = '') =>
  any(
    address(`${prefix}email`),
    `${prefix}email is null and ${prefix}about_id is null and ${prefix}phone = (select private.proved_number($1))`,
    registration(`${prefix}about_id`),
  )
const any = (...conditions: string[]) => conditions.join(' or ')
/** What a person wrote to us or applied for by a form, with its thread. */
const written = (column: string) =>
  any(
    ...['job_applications', 'partnership_applications'].map(
      (table) =>
        `${column} in (select a.id from public.${table} as a where a.user_id = $1 or lower(a.email) = $3)`,
    ),
    `${column} in (select m.id from public.contact_messages as m where ${message('m.')})`,
  )
/** What goes to staff about a record is no mail to its person; what has no address any more is kept for the limits of a day alone. */
const mailAboutTheirs = any(
  registration(),
  `record_id in (select m.id from public.contact_messages as m where ${registration('m.about_id')})`,
)
const mail = any(
  'lower(recipient) = $3',
  'recipient = (select private.proved_number($1))',
  `(${mailAboutTheirs}) and recipient not like 'erased:%' and template not in (select s.template from private.mail_templates as s where s.purpose = 'staff')`,
)
/** By the thread, but for what came from an address that is not its person's: that belongs to its sender. */
const unprovedMessages = 'select u.id from public.record_messages as u where not u.is_proved'
const messageFile = any(
  `(message_id is null or message_id not in (${unprovedMessages})) and (${written('record_id')} or record_type = 'orders' and ${order('record_id')})`,
  `message_id in (${unprovedMessages} and ${address('u.from_address')})`,
)

// biome-ignore format: a table a line
export const personalTables: readonly PersonalTable[] = [
  { table: 'app_vault.matches', belongs: registration(), hidden: ['match_hash'], erasure: 'delete', note: 'Keyed hashes of names, for hints at duplicates.' },
  { table: 'app_vault.object_keys', note: 'Keys of files: each goes with the row of its file.' },
  { table: 'app_vault.people', belongs: any(account(), vaultPerson('id')), hidden: ['wrapped_key', 'master_key_id', 'seal', 'sealed_for'], note: 'That a key was destroyed, and when. The key itself, all secrets and hashes go.' },
  { table: 'app_vault.records', belongs: registration(), hidden: ['seal', 'sender_link_hash'], note: "Which registrations are one person's." },
  { table: 'app_vault.secrets', belongs: any(vaultPerson(), registration()), hidden: ['ciphertext', 'match_hash', 'person_id'], erasure: 'delete', note: 'What is secret; in clear it is in the export\'s part "secrets".' },
  { table: 'auth.audit_log_entries', belongs: "payload ->> 'actor_id' = $1::text", note: 'What the account did to itself: kept, since it shows who took over an account.' },
  { table: 'auth.flow_state', belongs: account(), hidden: ['auth_code', 'code_challenge', 'provider_access_token', 'provider_refresh_token'], note: 'A sign-in that is under way; two days.' },
  { table: 'auth.identities', belongs: account(), note: 'How the account signs in.' },
  { table: 'auth.mfa_amr_claims', belongs: 'session_id in (select id from auth.sessions where user_id = $1)', note: 'How each session signed in.' },
  { table: 'auth.mfa_challenges', belongs: 'factor_id in (select id from auth.mfa_factors where user_id = $1)', hidden: ['otp_code', 'web_authn_session_data'], note: 'Uses of a second factor; two days.' },
  { table: 'auth.mfa_factors', belongs: account(), hidden: ['secret', 'web_authn_credential', 'last_webauthn_challenge_data'], note: 'Second factors of the account.' },
  { table: 'auth.mfa_recovery_codes', belongs: 'factor_id in (select id from auth.mfa_factors where user_id = $1)', hidden: ['code_hash'], isOfPlatform: true, note: 'Which recovery codes were used.' },
  { table: 'auth.oauth_states', belongs: account('linking_user_id'), hidden: ['state_hash'], isOfPlatform: true, note: 'A sign-in elsewhere that is under way; two days.' },
  { table: 'auth.one_time_tokens', belongs: account(), hidden: ['token_hash', 'code_hash', 'sign_up'], note: 'Links and codes that were mailed; two days, of an unfinished sign-up thirty.' },
  { table: 'auth.refresh_tokens', belongs: 'user_id = $1::text', hidden: ['token', 'parent'], note: 'What renews a session.' },
  { table: 'auth.sessions', belongs: account(), note: 'Where the account is signed in; 90 days.' },
  { table: 'auth.users', belongs: account('id'), hidden: ['encrypted_password', 'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token', 'reauthentication_token'], note: 'The account. It goes when the account is deleted.' },
  { table: 'private.account_freezes', belongs: account(), note: 'That the owner said "this was not me"; until it is over.' },
  { table: 'private.alarm_links', belongs: account(), hidden: ['token_hash'], note: `Links "this was not me" of mails; ${limits.alarmLinkDays} days.` },
  { table: 'private.change_codes', belongs: registration(), hidden: ['link_hash', 'code_hash'], erasure: 'delete', note: 'That a code was sent before contacts or numbers were changed, or the photo was seen; a day.' },
  { table: 'private.change_refusals', belongs: registration(), erasure: 'delete', note: 'That a change of contacts or numbers, or a look at the photo, was refused for want of a code; a day.' },
  { table: 'private.correction_authors', acts: ['requested_by'], note: 'Who asked for a correction.' },
  { table: 'private.export_progress', belongs: account(), erasure: 'delete', note: 'How far the exports of the last day are.' },
  { table: 'private.factor_resets', belongs: account(), note: 'That a reset of the second step was asked for; until it is carried out.' },
  { table: 'private.ledger_transfers', note: 'What each money event of an order moved from one account to another: sums by order, and nobody.' },
  { table: 'private.link_reissues', belongs: registration(), hidden: ['actor_id'], acts: ['actor_id'], note: 'That staff gave out a new tracking link, and why: kept as long as the registration.' },
  { table: 'private.mail_outbox', belongs: mail, hidden: ['data', 'dedupe_key', 'last_error'], erasure: 'delete', note: 'Mails and short messages to them or about a registration of theirs, that were sent, or wait; 90 days. What they said is not kept. Of a registration that is erased: a day longer, without the address.' },
  { table: 'private.market_limit_changes', acts: ['proposed_by', 'decided_by'], note: "The company's own limits: who changed them stands like a change of the settings." },
  { table: 'private.money_entries', belongs: order(), hidden: ['details', 'recorded_by', 'decided_by'], acts: ['recorded_by', 'decided_by'], note: 'Lines of the bank statement that waited for a second person: tax law asks for them to be kept.' },
  { table: 'private.order_guest_links', belongs: order(), hidden: ['token_hash'], note: `Links of guests, ${limits.linkDays} days. They end when an account takes the order.` },
  { table: 'private.order_uploads', belongs: order(), note: 'Files on an order. They go a day after nothing names them any more.' },
  { table: 'private.own_exports', belongs: account(), note: 'When the account took its data along: kept, since it shows who took over an account.' },
  { table: 'private.own_secret_requests', belongs: account(), note: 'That the account asked for its secrets in clear; 10 days.' },
  { table: 'private.photo_sittings', belongs: account('person_id'), acts: ['person_id'], note: 'Who announced to look through the photos of a queue, and why.' },
  { table: 'private.photo_uploads', belongs: account(), hidden: ['receipt_hash'], note: 'Photos on their way to a registration; a day.' },
  { table: 'private.product_photos', belongs: account(), note: 'Photos of what a farmer offers. They go a day after no product shows them any more.' },
  { table: 'private.quote_comparisons', note: 'Why a quote waited for a second person: comparisons with list prices, and nobody.' },
  { table: 'private.registration_guest_links', belongs: registration(), hidden: ['token_hash'], note: 'That there is a secret link; it goes on showing what became of the registration.' },
  { table: 'private.registration_merges', belongs: any(registration('younger_id'), registration('older_id')), hidden: ['actor_id', 'actor_name'], acts: ['actor_id', 'actor_name'], erasure: 'delete', note: 'That two registrations were made one, since they are of one person, and why.' },
  { table: 'private.staff_grants', belongs: account(), acts: ['granted_by'], note: 'Who gave whom a role: tells whether two people are two people. Kept, or an account that goes would hide whom it brought in.' },
  { table: 'private.staff_invitation_links', belongs: 'invitation_id in (select i.id from public.staff_invitations as i where lower(i.email) = $3)', hidden: ['token_hash'], note: 'That the mail of an invitation has a secret link; it goes with the invitation.' },
  { table: 'private.staff_visits', belongs: account(), erasure: 'delete', note: 'When a member of staff was last at the desk.' },
  { table: 'private.submission_keys', belongs: any(account(), registration()), hidden: ['idempotency_key', 'fingerprint'], erasure: { set: ['fingerprint = null'] }, note: 'Attempts to send: the same one again must not make a new record. What they were told apart by is erased.' },
  { table: 'private.twins', belongs: any(registration(), registration('other_id')), hidden: ['record_id', 'other_id'], note: 'That a registration may be of the same person as another one: a hint for those who decide, made again whenever what it compares changes, so an erasure ends it.' },
  { table: 'private.untold_news', note: 'Which news of an order neither a mail nor a text told its buyer: names of mails, and nobody.' },
  { table: 'private.vault_alarms', belongs: account('actor_id'), acts: ['actor_id', 'seen_by'], note: 'That somebody looked at many secrets in an hour.' },
  { table: 'private.vault_openings', belongs: vaultPerson(), note: 'What was decrypted for a correction, an erasure, a new encryption or a guest who saw their photo, and when. Holds none of it.' },
  { table: 'public.audit_events', belongs: any(account(), registration('attempt_id')), note: 'Attempts of an account to register as a buyer: kept for their period, against abuse. Those that staff made for somebody go at once.' },
  { table: 'public.audit_trail', acts: ['actor_id'], note: 'What staff did: names them alone, and of others nothing but the ids of records, and masked addresses that are not written to.' },
  { table: 'public.board_contacts', belongs: address(), note: 'How directors may be reached; edited by staff.' },
  { table: 'public.board_members', note: "Published pages about the company's directors." },
  { table: 'public.breach_events', acts: ['author_id'], note: 'Names the staff who keep the register, and nobody concerned.' },
  { table: 'public.breaches', acts: ['opened_by', 'closed_by'], note: 'Names the staff who keep the register, and nobody concerned.' },
  { table: 'public.buyers', belongs: registration('id'), hidden: ['sort_contact'], acts: ['entered_by'], erasure: { set: [
      'user_id = null', "company_name = case when company_name is not null then 'Erased' end",
      "registration_number = case when registration_number is not null then 'Erased' end",
      "address = 'Erased at the request of the person'", "city = 'Erased'", "state = 'Erased'",
      'contact_first_name = null', 'contact_last_name = null', 'contact_title = null',
      'contact_email = null', 'contact_phone = null', 'alternative_phone = null', 'website = null',
      'products_of_interest = null', 'target_markets = null', 'quality_certifications = null',
      'additional_info = null', 'has_photo = false'
    ] }, note: 'A registration. Kind, volumes and the decision stay, without the person; nor does the account own it any more, so that it may register again.' },
  { table: 'public.cart_items', belongs: account(), note: 'The cart. It can be emptied there, and goes with the account.' },
  { table: 'public.consents', belongs: 'user_id = $1 or record_id in (select private.registrations_of($1, $2)) or record_id in (select id from public.newsletter_subscriptions where email = $3)', acts: ['recorded_by'], note: 'What was agreed to and taken back: kept as proof of it. Names nobody.' },
  { table: 'public.contact_messages', belongs: message(), hidden: ['idempotency_key'], acts: ['answered_by'], erasure: 'delete', note: 'Messages to us. What was written from the page of a registration goes with it at the latest.' },
  { table: 'public.content_drafts', acts: ['author_id', 'published_by'], note: 'Changes of pages.' },
  { table: 'public.correction_requests', belongs: registration(), erasure: 'delete', note: 'What staff asked to be corrected.' },
  { table: 'public.counter_offers', belongs: order(), note: 'What a buyer offered instead of a quote: kept like the order; its words, buyer and address are emptied with the account.' },
  { table: 'public.decision_events', belongs: any(account('record_owner'), registration()), hidden: ['actor_id'], acts: ['actor_id'], note: 'What was decided, when and why: kept to answer for decisions.' },
  { table: 'public.depots', note: 'Where goods are collected: places of the company, and nobody.' },
  { table: 'public.farmer_private', belongs: registration('farmer_id'), erasure: 'delete', note: 'What no list shows.' },
  { table: 'public.farmers', belongs: registration('id'), hidden: ['sort_contact'], acts: ['entered_by'], erasure: { set: [
      'contact_name = null', 'contact_email = null', 'phone = null', "farm_name = 'Erased'",
      "location = 'Erased'", 'city = null', 'state = null', 'other_crops = null', 'challenges = null', 'goals = null',
      'has_photo = false'
    ] }, note: 'A registration. Size, crops and the decision stay, without the person.' },
  { table: 'public.investor_private', belongs: registration('investor_id'), erasure: 'delete', note: 'What no list shows.' },
  { table: 'public.investors', belongs: registration('id'), hidden: ['sort_contact'], acts: ['entered_by'], erasure: { set: [
      "company_name = case when company_name is not null then 'Erased' end", 'contact_name = null',
      'contact_email = null', 'contact_phone = null', 'city = null', 'state = null', 'country = null',
      'investment_goals = null', 'wallet_address = null'
    ] }, note: 'A registration. Kind, amounts and the decision stay, without the person.' },
  { table: 'public.job_applications', belongs: any(account(), address()), hidden: ['idempotency_key'], erasure: 'delete', note: 'Applications for a position.' },
  { table: 'public.legal_texts', acts: ['author_id', 'published_by'], note: 'Terms and privacy notices.' },
  { table: 'public.letters_of_credit', belongs: order(), hidden: ['step_back_reason'], note: 'The letter of credit of an order: kept like the order; its draft goes with the account.' },
  { table: 'public.mail_suppressions', belongs: 'email = $3', acts: ['created_by'], note: 'That nothing is sent to an address: kept, since it was asked for, or since nobody is there.' },
  { table: 'public.message_files', belongs: messageFile, hidden: ['added_by'], acts: ['added_by'], erasure: 'delete', note: 'Names of the files of messages; the files go with them.' },
  { table: 'public.newsletter_subscriptions', belongs: address(), hidden: ['confirm_token_hash', 'unsubscribe_token'], erasure: 'delete', note: 'The newsletter.' },
  { table: 'public.notification_choices', belongs: account(), note: 'Which mails the account wants.' },
  { table: 'public.order_contacts', belongs: order(), hidden: ['device_hash'], note: "To whom an order goes: kept like the order, and emptied with the account, or when a guest's time is over." },
  { table: 'public.order_credits', belongs: order(), hidden: ['recorded_by', 'reason', 'idempotency_key'], acts: ['recorded_by', 'second_by'], note: 'What was taken off an order without money: tax law asks for it to be kept.' },
  { table: 'public.order_deliveries', belongs: order(), hidden: ['quoted_by'], acts: ['quoted_by'], note: 'How an order reaches its buyer: kept like the order.' },
  { table: 'public.order_disputes', belongs: order(), hidden: ['resolved_by'], acts: ['resolved_by'], note: 'A complaint about the goods and its answer: kept like the order.' },
  { table: 'public.order_documents', belongs: order(), note: 'Documents of an order. Pro-formas and delivery notes go with the account; invoices, receipts and credit notes are kept as tax law asks.' },
  { table: 'public.order_events', belongs: order(), hidden: ['actor_id'], acts: ['actor_id'], note: 'What happened to an order: kept like the order.' },
  { table: 'public.order_instalments', belongs: order(), note: 'How an order is paid: kept like the order.' },
  { table: 'public.order_items', belongs: order(), note: 'The lines of an order: kept like the order.' },
  { table: 'public.order_messages', belongs: order(), hidden: ['author_id', 'attempt', 'mail_id', 'mail_message_id'], acts: ['author_id'], note: "Messages on an order: kept like the order; the buyer's are emptied with the account." },
  { table: 'public.order_ratings', belongs: order(), note: 'Stars and words on a bulk order. The words go with the account.' },
  { table: 'public.order_request_lines', belongs: order(), note: 'Further products of a bulk order: kept like the order.' },
  { table: 'public.order_requests', belongs: order(), note: 'The buyer and the terms of an order: kept like the order.' },
  { table: 'public.order_templates', belongs: account(), erasure: 'delete', note: 'Bulk orders that were saved under a name. They can be deleted there, and go with the account.' },
  { table: 'public.orders', belongs: account(), hidden: ['idempotency_key', 'sort_name'], note: 'Commerce and tax law ask for orders to be kept.' },
  { table: 'public.partnership_applications', belongs: any(account(), address()), hidden: ['idempotency_key'], erasure: 'delete', note: 'Applications for a partnership.' },
  { table: 'public.payment_claims', belongs: order(), note: 'That the buyer said to have paid: kept like the order.' },
  { table: 'public.payments', belongs: order(), hidden: ['recorded_by'], acts: ['recorded_by', 'second_by'], note: 'Money that came and went: tax law asks for it to be kept.' },
  { table: 'public.phone_calls', belongs: any(registration(), order('record_id')), hidden: ['called_by'], acts: ['called_by'], erasure: { set: ['note = null'] }, note: 'Calls about a registration or an order: when, and what came of it.' },
  { table: 'public.product_prices', belongs: 'product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)', hidden: ['actor_id'], acts: ['actor_id'], note: 'What a product cost before: kept like the product.' },
  { table: 'public.product_ratings', belongs: order(), note: 'Stars and words on a product. The words go with the account.' },
  { table: 'public.product_wishes', belongs: account(), erasure: 'delete', note: 'Products that the member likes. They can be taken back there, and go with the account.' },
  { table: 'public.products', belongs: 'farmer_id in (select id from public.farmers as f where f.user_id = $1)', hidden: ['search_text'], note: "What a farmer offers. It names the farm, and is hidden without it when the farmer's record goes." },
  { table: 'public.profiles', belongs: account('id'), note: 'What the account tells about itself. It can be changed there, and goes with the account.' },
  { table: 'public.quote_lines', belongs: 'quote_id in (select q.id from public.quotes as q join public.orders as o on o.id = q.order_id where o.user_id = $1)', note: 'The lines of a quote: kept like the order.' },
  { table: 'public.quotes', belongs: order(), hidden: ['created_by', 'replaced_by'], acts: ['created_by'], note: 'Prices that were offered: kept like the order; buyer and address are emptied with the account.' },
  { table: 'public.record_messages', belongs: `is_proved and (${written('record_id')}) or not is_from_staff and ${address('from_address')}`, hidden: ['author_id', 'author_name', 'attempt', 'mail_id', 'mail_message_id'], acts: ['author_id', 'author_name'], erasure: 'delete', note: 'What we and the person wrote to each other about a message or an application.' },
  { table: 'public.record_notes', belongs: any(registration(), order('record_id')), hidden: ['author_id', 'author_name'], acts: ['author_id', 'author_name'], erasure: 'delete', note: 'What staff noted about a record.' },
  { table: 'public.record_work', belongs: any(registration(), order('record_id')), hidden: ['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by', 'untold_since'], acts: ['assignee_id', 'assignee_name', 'assigned_by', 'contacted_by'], note: 'Which member of staff has a record, and when its person was first contacted. Names nobody else.' },
  { table: 'public.registration_drafts', belongs: account(), erasure: 'delete', note: 'Half-filled forms.' },
  { table: 'public.registration_submissions', belongs: registration(), erasure: 'delete', note: 'What was sent, each time.' },
  { table: 'public.saved_views', belongs: account('owner_id'), erasure: 'delete', note: 'Views of lists that a member of staff saved.' },
  { table: 'public.settlement_accounts', acts: ['proposed_by', 'approved_by', 'withdrawn_by', 'holders'], note: "The company's own accounts." },
  { table: 'public.staff_departures', belongs: account(), acts: ['deactivated_by'], note: 'Who was staff, and until when; goes with the account.' },
  { table: 'public.staff_invitations', belongs: address(), acts: ['invited_by'], erasure: 'delete', note: 'Who was invited to be staff.' },
  { table: 'public.staff_notices', belongs: account(), hidden: ['actor_id', 'actor_name'], acts: ['actor_id', 'actor_name'], erasure: 'delete', note: 'What a member of staff hears of their work: which record, when, and whether they read it; 90 days.' },
  { table: 'public.stock_alerts', belongs: any(account(), address()), hidden: ['confirm_token_hash', 'end_token'], erasure: 'delete', note: 'Which products somebody wants to hear of when they are back.' },
  { table: 'public.stock_movements', belongs: 'product_id in (select p.id from public.products as p join public.farmers as f on f.id = p.farmer_id where f.user_id = $1)', hidden: ['actor_id', 'idempotency_key', 'order_id'], acts: ['actor_id'], note: 'Why the stock of a product changed: kept like the product.' },
  { table: 'public.tasks', belongs: any(registration(), order('record_id'), 'record_id in (select id from public.newsletter_subscriptions where email = $3)'), hidden: ['assignee_id', 'assignee_name', 'created_by', 'done_by'], acts: ['assignee_id', 'assignee_name', 'created_by', 'done_by'], erasure: 'delete', note: 'What staff set themselves to do about a record, and by when.' },
  { table: 'public.training_enrolment_private', belongs: registration('training_enrolment_id'), erasure: 'delete', note: 'What no list shows.' },
  { table: 'public.training_enrolments', belongs: registration('id'), acts: ['entered_by'], erasure: { set: [
      "contact_name = 'Erased'", 'contact_email = null', "phone = '00000000'", "city = 'Erased'",
      "state = 'Erased'", "motivation = 'Erased at the request of the person'",
      "training_goals = 'Erased at the request of the person'", 'has_photo = false'
    ] }, note: 'An enrolment. Level and decision stay, without the person.' },
  { table: 'public.user_roles', belongs: account(), acts: ['granted_by'], note: 'Staff roles.' },
  { table: 'public.vat_rates', acts: ['created_by'], note: "The company's own rates of VAT: who added them stands like a change of the settings." },
  { table: 'public.vault_reveals', belongs: vaultPerson(), acts: ['actor_id', 'actor_name'], note: 'Who looked at what is secret, and why: accounted for also when the secret is gone. Holds none of it.' },
  { table: 'realtime.changes', note: 'Changed rows on their way to open pages; ten minutes.' },
  { table: 'realtime.messages', note: 'Messages between open pages; ours say which list of the desk has changed, and nothing of anybody.' },
  { table: 'storage.buckets', acts: ['owner', 'owner_id'], note: 'Names of buckets.' },
  { table: 'storage.objects', belongs: `(bucket_id in ('selfies', 'cvs') and owner_id = $1::text) or (bucket_id = 'cvs' and name in (select cv_path from public.job_applications as a where a.user_id = $1 or lower(a.email) = $3)) or (bucket_id = 'message-files' and name in (select path from public.message_files where ${messageFile}))`, acts: ['owner'], erasure: 'delete', note: "Files of the buckets that hold people's own; what staff upload for the site is the company's. Whose photo is whose is known to the vault alone: the server adds it to an export, and removes it." },
]
