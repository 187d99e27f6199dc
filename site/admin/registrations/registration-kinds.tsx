/** Farmers, buyers, investors and trainees in the admin area: four kinds of record, one way to read and decide them. */
import type { Database } from '#domain/database.generated.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import type { Option } from '#domain/questions.ts'
import {
  annualPurchaseVolumes,
  averageOrderQuantities,
  corporateBusinessTypes,
  corporateHearAboutUs,
  individualBusinessTypes,
  individualHearAboutUs,
  paymentTermsPreferences,
  yearsInBusiness,
} from '#domain/registrations/buyers.ts'
import {
  annualRevenues,
  corporateInvestmentAmounts,
  corporateInvestorBusinessTypes,
  employeeCounts,
  industries,
  partnershipInterests,
  partnershipTypes,
} from '#domain/registrations/corporate-investors.ts'
import { cryptoExperiences, cryptoInvestmentAmounts } from '#domain/registrations/crypto-investors.ts'
import { farmingMethods } from '#domain/registrations/farmers.ts'
import { genders } from '#domain/registrations/identity.ts'
import {
  annualIncomes,
  individualInvestmentAmounts,
  investmentExperiences,
} from '#domain/registrations/individual-investors.ts'
import { riskTolerances, validIdTypes } from '#domain/registrations/investors.ts'
import { registrationMachine, registrationStatuses } from '#domain/registrations/registrations.ts'
import { educationLevels, trainingExperiences } from '#domain/registrations/training-enrolments.ts'
import { canChangeStatus, describeStatus } from '#domain/status-machines.ts'
import { type AdminKind, capitalise, type Decisions } from '#site/admin/records/admin-kind.ts'
import { phoneLink } from '#site/admin/records/contact-links.tsx'
import { listMatches } from '#site/admin/records/find-records.ts'
import { Lines } from '#site/admin/records/lines.tsx'
import { readOne } from '#site/admin/records/list-records.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { RegistrationSheet, type RenderWith } from './registration-parts.tsx'

const shared = {
  statuses: registrationStatuses.map((status) => ({ value: status, label: describeStatus(status) })),
  hasDue: true,
}

function decide<T extends Decisions<unknown>['table']>(table: T): Decisions<unknown> {
  return {
    table,
    statuses: registrationStatuses,
    nextStatuses: (status) =>
      registrationStatuses.filter((next) => canChangeStatus(registrationMachine, status, next)),
    inBulk: true,
  }
}

/** What a list shows; what is private is read with the one record that is opened (decision 104). */
const listed = '*,profiles(email,full_name)' as const
const farmerColumns = '*,profiles(email,full_name),farmer_private(gender,address)' as const
const investorColumns = '*,profiles(email,full_name),investor_private(*)' as const
const traineeColumns =
  '*,profiles(email,full_name),training_enrolment_private(gender,address,guardian_name,guardian_phone,guardian_consent)' as const

const listFarmers = (state: ListState) =>
  listMatches('farmers', state, (result) => result.select(`count,records:farmers(${listed})`))

async function findFarmer(id: string) {
  return readOne(await (await getSupabase()).from('farmers').select(farmerColumns).eq('id', id).maybeSingle())
}

const listBuyers = (state: ListState) =>
  listMatches('buyers', state, (result) => result.select(`count,records:buyers(${listed})`))

async function findBuyer(id: string) {
  return readOne(await (await getSupabase()).from('buyers').select(listed).eq('id', id).maybeSingle())
}

const listInvestors = (state: ListState) =>
  listMatches('investors', state, (result) => result.select(`count,records:investors(${listed})`))

async function findInvestor(id: string) {
  return readOne(
    await (await getSupabase()).from('investors').select(investorColumns).eq('id', id).maybeSingle(),
  )
}

const listTrainees = (state: ListState) =>
  listMatches('training_enrolments', state, (result) =>
    result.select(`count,records:training_enrolments(${listed})`),
  )

async function findTrainee(id: string) {
  return readOne(
    await (await getSupabase()).from('training_enrolments').select(traineeColumns).eq('id', id).maybeSingle(),
  )
}

type Row<List extends (state: ListState) => Promise<{ records: unknown[] }>> = Awaited<
  ReturnType<List>
>['records'][number]
type Tables = Database['public']['Tables']

// A row of the list, which what is private joins in the drawer.
type Farmer = Row<typeof listFarmers> & {
  farmer_private?: Pick<Tables['farmer_private']['Row'], 'gender' | 'address'> | null
}
type Buyer = Row<typeof listBuyers>
type Investor = Row<typeof listInvestors> & { investor_private?: Tables['investor_private']['Row'] | null }
type Trainee = Row<typeof listTrainees> & {
  training_enrolment_private?: Omit<
    Tables['training_enrolment_private']['Row'],
    'training_enrolment_id' | 'updated_at'
  > | null
}

const listCrops = ({ crops_grown, other_crops }: Farmer) =>
  [...crops_grown, ...(other_crops ? [other_crops] : [])].join(', ')

export function makeFarmersKind(renderWith: RenderWith): AdminKind<Farmer> {
  return {
    ...shared,
    table: 'farmers',
    recordType: 'farmers',
    noun: 'farmer',
    decisions: decide('farmers'),
    searchHelp: 'Farm, location, name, phone or reference',
    listRecords: listFarmers,
    findRecord: findFarmer,
    nameOf: (farmer) => farmer.farm_name,
    title: { label: 'Farm', text: (farmer) => farmer.farm_name },
    columns: [
      {
        label: 'Farmer',
        cell: (farmer) => (
          <Person
            name={farmer.profiles?.full_name ?? farmer.contact_name}
            email={farmer.profiles?.email ?? farmer.contact_email}
            phone={farmer.phone}
          />
        ),
      },
      {
        label: 'Location',
        cell: (farmer) => (
          <Lines
            main={farmer.location}
            more={{
              size: farmer.farm_size_acres !== null && `${farmer.farm_size_acres} acres or more`,
              experience:
                farmer.farming_experience_years !== null &&
                `${farmer.farming_experience_years} years of farming or more`,
            }}
          />
        ),
      },
      { label: 'Crops', cell: listCrops },
      { label: 'Registered', cell: (farmer) => formatDateTime(farmer.created_at) },
    ],
    renderDetails: (farmer) => (
      <RegistrationSheet
        table="farmers"
        record={farmer}
        form="farmer"
        renderWith={renderWith}
        facts={{
          Reference: farmer.reference,
          'Full name': farmer.profiles?.full_name ?? farmer.contact_name,
          Email: farmer.profiles?.email ?? farmer.contact_email,
          Phone: phoneLink(farmer.phone),
          Gender: nameOption([genders], farmer.farmer_private?.gender),
          Address: farmer.farmer_private?.address,
          Location: farmer.location,
          'Farm size (acres, from)': farmer.farm_size_acres,
          'Experience (years, from)': farmer.farming_experience_years,
          Crops: listCrops(farmer),
          Methods: nameOption([farmingMethods], farmer.farming_methods),
          Challenges: farmer.challenges,
          Goals: farmer.goals,
          ...describeArrival(farmer),
        }}
      />
    ),
  }
}

export function makeBuyersKind(renderWith: RenderWith): AdminKind<Buyer> {
  return {
    ...shared,
    table: 'buyers',
    recordType: 'buyers',
    noun: 'buyer',
    decisions: decide('buyers'),
    searchHelp: 'Company, business type, contact or reference',
    listRecords: listBuyers,
    findRecord: findBuyer,
    nameOf: nameBuyer,
    title: { label: 'Buyer', text: nameBuyer },
    columns: [
      {
        label: 'Contact',
        cell: (buyer) => (
          <Person
            name={buyer.profiles?.full_name ?? nameContact(buyer)}
            email={buyer.profiles?.email ?? buyer.contact_email}
            phone={buyer.contact_phone}
          />
        ),
      },
      {
        label: 'Business',
        cell: (buyer) => (
          <Lines
            main={nameOption([individualBusinessTypes, corporateBusinessTypes], buyer.business_type)}
            more={{
              type: buyer.buyer_type === 'corporate' ? 'Company' : 'Individual',
              registration: buyer.registration_number,
              volume:
                buyer.annual_revenue !== null && `${formatCount(buyer.annual_revenue)} tonnes a year or more`,
            }}
          />
        ),
      },
      {
        label: 'Place',
        cell: (buyer) => (
          <Lines main={[buyer.city, buyer.state, buyer.country].join(', ')} text={buyer.address} />
        ),
      },
      {
        label: 'Registered',
        cell: (buyer) => (
          <Lines
            main={formatDateTime(buyer.created_at)}
            more={{
              changed: buyer.updated_at !== buyer.created_at && `Changed ${formatDateTime(buyer.updated_at)}`,
            }}
          />
        ),
      },
    ],
    renderDetails: (buyer) => (
      <RegistrationSheet
        table="buyers"
        record={buyer}
        form={buyer.buyer_type === 'corporate' ? 'buyer_corporate' : 'buyer_individual'}
        renderWith={renderWith}
        facts={{
          Reference: buyer.reference,
          Company: buyer.company_name,
          'Registration number': buyer.registration_number,
          'Full name': buyer.profiles?.full_name,
          'Contact person': nameContact(buyer),
          Title: buyer.contact_title,
          Email: buyer.profiles?.email ?? buyer.contact_email,
          Phone: phoneLink(buyer.contact_phone),
          'Other phone': phoneLink(buyer.alternative_phone),
          Website: buyer.website,
          Address: [buyer.address, buyer.city, buyer.state, buyer.country].join(', '),
          Business: nameOption([individualBusinessTypes, corporateBusinessTypes], buyer.business_type),
          'Years in business': nameOption([yearsInBusiness], buyer.years_in_business),
          // The column's name says revenue; what it holds is tonnes (decision 46).
          'Annual purchase volume': buyer.annual_purchase_volume
            ? nameOption([annualPurchaseVolumes], buyer.annual_purchase_volume)
            : buyer.annual_revenue && `${formatCount(buyer.annual_revenue)} tons or more`,
          'Average order': nameOption([averageOrderQuantities], buyer.average_order_quantity),
          'Products of interest': buyer.products_of_interest,
          'Target markets': buyer.target_markets,
          'Quality certificates': buyer.quality_certifications,
          'Payment terms': nameOption([paymentTermsPreferences], buyer.payment_terms_preference),
          'Heard about us': nameOption([individualHearAboutUs, corporateHearAboutUs], buyer.hear_about_us),
          'Additional information': buyer.additional_info,
          ...describeArrival(buyer),
        }}
      />
    ),
  }
}

export function makeInvestorsKind(renderWith: RenderWith): AdminKind<Investor> {
  return {
    ...shared,
    table: 'investors',
    recordType: 'investors',
    noun: 'investor',
    decisions: decide('investors'),
    searchHelp: 'Company, type, name, phone or reference',
    listRecords: listInvestors,
    findRecord: findInvestor,
    nameOf: nameInvestor,
    title: { label: 'Investor', text: nameInvestor },
    columns: [
      {
        label: 'Contact',
        cell: (investor) => (
          <Person
            name={investor.profiles?.full_name ?? investor.contact_name}
            email={investor.profiles?.email ?? investor.contact_email}
            phone={investor.contact_phone}
          />
        ),
      },
      {
        label: 'Kind and place',
        cell: (investor) => (
          <Lines
            main={capitalise(investor.investor_type)}
            more={{
              place: [investor.city, investor.state, investor.country].filter(Boolean).join(', '),
              // The column holds it masked.
              wallet: investor.wallet_address && <span className="code">{investor.wallet_address}</span>,
            }}
          />
        ),
      },
      {
        label: 'Investment',
        cell: (investor) => (
          <Lines
            main={nameAmount(investor)}
            more={{
              risk:
                investor.risk_tolerance && `Risk: ${nameOption([riskTolerances], investor.risk_tolerance)}`,
              experience:
                investor.experience_level &&
                `Experience: ${nameOption([investmentExperiences, cryptoExperiences], investor.experience_level)}`,
              crypto:
                investor.crypto_experience &&
                `Crypto: ${nameOption([cryptoExperiences], investor.crypto_experience)}`,
            }}
          />
        ),
      },
      {
        label: 'Interests',
        cell: (investor) => <Lines main={nameSectors(investor)} text={investor.investment_goals} />,
      },
      { label: 'Registered', cell: (investor) => formatDateTime(investor.created_at) },
    ],
    renderDetails: (investor) => (
      <RegistrationSheet
        table="investors"
        record={investor}
        form={`investor_${investor.investor_type}`}
        renderWith={renderWith}
        facts={{
          Reference: investor.reference,
          Company: investor.company_name,
          'Full name': investor.profiles?.full_name ?? investor.contact_name,
          Email: investor.profiles?.email ?? investor.contact_email,
          Phone: phoneLink(investor.contact_phone),
          Place: [investor.city, investor.state, investor.country].filter(Boolean).join(', '),
          Amount: nameAmount(investor),
          Risk: nameOption([riskTolerances], investor.risk_tolerance),
          Experience: nameOption([investmentExperiences, cryptoExperiences], investor.experience_level),
          'Crypto experience': nameOption([cryptoExperiences], investor.crypto_experience),
          Sectors: nameSectors(investor),
          Goals: investor.investment_goals,
          Wallet: investor.wallet_address,
          ...describePrivate(investor.investor_private),
          ...describeArrival(investor),
        }}
      />
    ),
  }
}

export function makeTraineesKind(renderWith: RenderWith): AdminKind<Trainee> {
  return {
    ...shared,
    table: 'training_enrolments',
    recordType: 'training_enrolments',
    noun: 'enrolment',
    decisions: decide('training_enrolments'),
    searchHelp: 'Name, phone, town or reference',
    listRecords: listTrainees,
    findRecord: findTrainee,
    nameOf: (trainee) => trainee.contact_name,
    title: { label: 'Trainee', text: (trainee) => trainee.contact_name },
    columns: [
      { label: 'Phone', cell: (trainee) => phoneLink(trainee.phone) },
      { label: 'Place', cell: (trainee) => `${trainee.city}, ${trainee.state}` },
      { label: 'Education', cell: (trainee) => trainee.education_level },
      { label: 'Experience', cell: (trainee) => trainee.experience },
      { label: 'Enrolled', cell: (trainee) => formatDateTime(trainee.created_at) },
    ],
    renderDetails: (trainee) => (
      <RegistrationSheet
        table="training_enrolments"
        record={trainee}
        form="training"
        renderWith={renderWith}
        facts={{
          Reference: trainee.reference,
          'Full name': trainee.profiles?.full_name ?? trainee.contact_name,
          Email: trainee.profiles?.email ?? trainee.contact_email,
          Phone: phoneLink(trainee.phone),
          Gender: nameOption([genders], trainee.training_enrolment_private?.gender),
          Address: trainee.training_enrolment_private?.address,
          Place: `${trainee.city}, ${trainee.state}`,
          Education: nameOption([educationLevels], trainee.education_level),
          Experience: nameOption([trainingExperiences], trainee.experience),
          Motivation: trainee.motivation,
          'Training goals': trainee.training_goals,
          'Under 18': trainee.is_minor ? 'Yes' : null,
          Guardian: trainee.training_enrolment_private?.guardian_name,
          'Guardian’s phone': phoneLink(trainee.training_enrolment_private?.guardian_phone),
          'Guardian’s consent': trainee.training_enrolment_private?.guardian_consent ? 'Given' : null,
          ...describeArrival(trainee),
        }}
      />
    ),
  }
}

interface Arrival {
  created_at: string
  updated_at: string
  channel: string | null
  has_photo?: boolean
  terms_version: string | null
  decline_reason: string | null
}

const channels: Record<string, string> = {
  web: 'On the website',
  walk_in: 'Entered for a walk-in',
  phone: 'Entered by phone',
}

/** How a record came in and where it stands. */
function describeArrival(record: Arrival) {
  return {
    'Came in': record.channel && (channels[record.channel] ?? record.channel),
    Photo: record.has_photo === undefined ? null : record.has_photo ? 'Received' : 'Missing',
    'Terms accepted': record.terms_version && `Version ${record.terms_version}`,
    Registered: formatDateTime(record.created_at),
    'Last change': formatDateTime(record.updated_at),
    Reason: record.decline_reason,
  }
}

/** Everything that was entered beside the record, named by its column. */
const privateOptions: Readonly<Record<string, readonly (readonly Option[])[]>> = {
  annual_income: [annualIncomes],
  valid_id_type: [validIdTypes],
  business_type: [corporateInvestorBusinessTypes],
  industry: [industries],
  employee_count: [employeeCounts],
  annual_revenue: [annualRevenues],
  partnership_type: [partnershipTypes],
}

/** As the form has it; what none of its lists holds stays as it is stored. */
function nameOption(lists: readonly (readonly Option[])[], value: string | null | undefined) {
  return lists.flat().find((option) => option.value === value)?.label ?? value
}

/** A range by its label, a sum with its currency. */
function nameAmount({ investment_amount, currency }: Investor): string {
  const label = nameOption(
    [individualInvestmentAmounts, corporateInvestmentAmounts, cryptoInvestmentAmounts],
    investment_amount,
  )
  return label && label !== investment_amount ? label : `${investment_amount} ${currency}`
}

function nameSectors({ preferred_sectors }: Investor): string | undefined {
  return preferred_sectors?.map((sector) => nameOption([partnershipInterests], sector)).join(', ')
}

function describePrivate(reported: Record<string, unknown> | null | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reported ?? {})
      .filter(([name, value]) => value !== null && name !== 'investor_id' && name !== 'updated_at')
      .map(([name, value]) => [
        name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
        nameOption(privateOptions[name] ?? [], String(value)) ?? '',
      ]),
  )
}

function nameContact(buyer: Buyer): string {
  return [buyer.contact_first_name, buyer.contact_last_name].filter(Boolean).join(' ')
}

function nameBuyer(buyer: Buyer): string {
  return buyer.company_name ?? (nameContact(buyer) || (buyer.profiles?.full_name ?? 'No name'))
}

function nameInvestor(investor: Investor): string {
  return investor.company_name ?? investor.profiles?.full_name ?? investor.contact_name ?? 'No name'
}

interface PersonProps {
  name: string | null | undefined
  email: string | null | undefined
  phone: string | null | undefined
}

function Person({ name, email, phone }: PersonProps) {
  return <Lines main={name} more={{ email, phone: phoneLink(phone) }} />
}
