/**
 * The register of personal data breaches (Nigeria Data Protection Act 2023, section 40). The Commission is notified within
 * 72 hours of the company becoming aware where people are likely to be at risk; the people concerned at once where the risk
 * is high; every breach is registered. Equal to the checks of public.breaches and public.breach_events.
 */

export const hoursToNotify = 72

export const breachRisks = [
  { value: 'unlikely', label: 'Unlikely to put anybody at risk' },
  { value: 'likely', label: 'Likely to put people at risk' },
  { value: 'high', label: 'High risk to people' },
] as const
export type BreachRisk = (typeof breachRisks)[number]['value']

export const breachDataCategories = [
  { value: 'contact', label: 'Names and contact details' },
  { value: 'identity', label: 'BVN, identity numbers, dates of birth' },
  { value: 'bank', label: 'Bank accounts and wallets' },
  { value: 'orders', label: 'Orders and payments' },
  { value: 'photos', label: 'Photos of people' },
  { value: 'documents', label: 'CVs, proofs and other documents' },
  { value: 'sign_in', label: 'Passwords, codes and sessions' },
  { value: 'staff', label: 'Notes and data of staff' },
] as const

export const breachPeopleCategories = [
  { value: 'members', label: 'Members' },
  { value: 'farmers', label: 'Farmers' },
  { value: 'trainees', label: 'Trainees' },
  { value: 'buyers', label: 'Buyers' },
  { value: 'investors', label: 'Investors' },
  { value: 'applicants', label: 'Applicants' },
  { value: 'subscribers', label: 'Newsletter readers' },
  { value: 'staff', label: 'Staff' },
] as const

export const breachStatuses = [
  { value: 'to_notify', label: 'To notify' },
  { value: 'notified', label: 'Commission notified' },
  { value: 'not_required', label: 'No notification needed' },
  { value: 'closed', label: 'Closed' },
] as const

/** What someone adds to a breach; 'opened' is written with it. */
export const breachEventKinds = [
  { value: 'note', label: 'Something was found out' },
  { value: 'measure', label: 'A measure was taken' },
  { value: 'assessed', label: 'Risk or numbers were judged again' },
  { value: 'commission_notified', label: 'The Commission was notified' },
  { value: 'people_notified', label: 'The people concerned were told' },
  { value: 'closed', label: 'The breach is closed' },
  { value: 'reopened', label: 'The breach is open again' },
] as const
export type BreachEventKind = (typeof breachEventKinds)[number]['value']

export const breachLimits = {
  title: { min: 3, max: 120 },
  facts: { min: 10, max: 4000 },
  detection: { min: 3, max: 1000 },
  consequences: { min: 3, max: 2000 },
  measures: { min: 3, max: 2000 },
  body: { min: 3, max: 4000 },
  reference: { max: 60 },
} as const

/** rpc open_breach(breach: NewBreach) -> its id; right breaches.write and a second factor. */
export interface NewBreach {
  title: string
  facts: string
  detection: string
  aware_at: string
  data_categories: string[]
  people_categories: string[]
  people_count: number | null
  records_count: number | null
  consequences: string
  measures: string
  /** '': not judged yet, which counts as likely. */
  risk: BreachRisk | ''
}

/** rpc list_breach_events(breach_id), right breaches.read: oldest first. */
export interface BreachEvent {
  id: number
  kind: BreachEventKind | 'opened'
  happened_at: string
  body: string
  changes: {
    risk?: BreachRisk
    people_count?: number
    records_count?: number
    /** Given by the Commission. */
    reference?: string
  }
  author_name: string | null
  created_at: string
}

export function nameBreachOption(
  options: readonly { value: string; label: string }[],
  value: string | null | undefined,
): string {
  return options.find((option) => option.value === value)?.label ?? ''
}
