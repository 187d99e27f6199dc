/** The four kinds of registration as the admin area reads them: rows of a list, one record with what is private, and their names. */
import type { Database } from '#domain/database.generated.ts'
import type { Option } from '#domain/questions.ts'
import {
  corporateInvestmentAmounts,
  partnershipInterests,
} from '#domain/registrations/corporate-investor-options.ts'
import { cryptoInvestmentAmounts } from '#domain/registrations/crypto-investor-options.ts'
import { individualInvestmentAmounts } from '#domain/registrations/individual-investor-options.ts'
import { registrationStatuses } from '#domain/registrations/registrations.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { listMatches } from '#site/admin/records/find-records.ts'
import { readOne } from '#site/admin/records/list-records.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export const shared = {
  statuses: [
    ...registrationStatuses.map((status) => ({ value: status, label: describeStatus(status) })),
    // By its person, who took back a consent: it waits for them, and is not among the pending ones.
    { value: 'stopped', label: 'Stopped' },
  ],
  hasDue: true,
  hasFlags: true,
}

/** What a list shows; what is private is read with the one record that is opened (decision 104). */
const listed = '*,merged_with,profiles(email,full_name)' as const
const farmerColumns = '*,merged_with,profiles(email,full_name),farmer_private(gender,address)' as const
const investorColumns = '*,merged_with,profiles(email,full_name),investor_private(*)' as const
const traineeColumns =
  '*,merged_with,profiles(email,full_name),training_enrolment_private(gender,address,guardian_name,guardian_phone,guardian_consent)' as const

export const listFarmers = (state: ListState) =>
  listMatches('farmers', state, (result) => result.select(`count,records:farmers(${listed})`))

export async function findFarmer(id: string) {
  return readOne(await (await getSupabase()).from('farmers').select(farmerColumns).eq('id', id).maybeSingle())
}

export const listBuyers = (state: ListState) =>
  listMatches('buyers', state, (result) => result.select(`count,records:buyers(${listed})`))

export async function findBuyer(id: string) {
  return readOne(await (await getSupabase()).from('buyers').select(listed).eq('id', id).maybeSingle())
}

export const listInvestors = (state: ListState) =>
  listMatches('investors', state, (result) => result.select(`count,records:investors(${listed})`))

export async function findInvestor(id: string) {
  return readOne(
    await (await getSupabase()).from('investors').select(investorColumns).eq('id', id).maybeSingle(),
  )
}

export const listTrainees = (state: ListState) =>
  listMatches('training_enrolments', state, (result) =>
    result.select(`count,records:training_enrolments(${listed})`),
  )

export async function findTrainee(id: string) {
  return readOne(
    await (await getSupabase()).from('training_enrolments').select(traineeColumns).eq('id', id).maybeSingle(),
  )
}

type Row<List extends (state: ListState) => Promise<{ records: unknown[] }>> = Awaited<
  ReturnType<List>
>['records'][number]
type Tables = Database['public']['Tables']

// A row of the list, which what is private joins in the drawer.
export type Farmer = Row<typeof listFarmers> & {
  farmer_private?: Pick<Tables['farmer_private']['Row'], 'gender' | 'address'> | null
}
export type Buyer = Row<typeof listBuyers>
export type Investor = Row<typeof listInvestors> & {
  investor_private?: Tables['investor_private']['Row'] | null
}
export type Trainee = Row<typeof listTrainees> & {
  training_enrolment_private?: Omit<
    Tables['training_enrolment_private']['Row'],
    'training_enrolment_id' | 'updated_at'
  > | null
}

export const listCrops = ({ crops_grown, other_crops }: Farmer) =>
  [...crops_grown, ...(other_crops ? [other_crops] : [])].join(', ')

/** As the form has it; what none of its lists holds stays as it is stored. */
export function nameOption(lists: readonly (readonly Option[])[], value: string | null | undefined) {
  return lists.flat().find((option) => option.value === value)?.label ?? value
}

/** A range by its label, a sum with its currency. */
export function nameAmount({ investment_amount, currency }: Investor): string {
  const label = nameOption(
    [individualInvestmentAmounts, corporateInvestmentAmounts, cryptoInvestmentAmounts],
    investment_amount,
  )
  return label && label !== investment_amount ? label : `${investment_amount} ${currency}`
}

export function nameSectors({ preferred_sectors }: Investor): string | undefined {
  return preferred_sectors?.map((sector) => nameOption([partnershipInterests], sector)).join(', ')
}

export function nameContact(buyer: Buyer): string {
  return [buyer.contact_first_name, buyer.contact_last_name].filter(Boolean).join(' ')
}

export function nameBuyer(buyer: Buyer): string {
  return buyer.company_name ?? (nameContact(buyer) || (buyer.profiles?.full_name ?? 'No name'))
}

export function nameInvestor(investor: Investor): string {
  return investor.company_name ?? investor.contact_name ?? investor.profiles?.full_name ?? 'No name'
}
