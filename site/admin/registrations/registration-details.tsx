/** One registration of each kind, with everything that its list has no room for. */

import { formatDateTime } from '#domain/dates.ts'
import { joinPlace } from '#domain/nigeria/places.ts'
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
} from '#domain/registrations/buyer-options.ts'
import {
  annualRevenues,
  corporateInvestorBusinessTypes,
  employeeCounts,
  industries,
  partnershipTypes,
} from '#domain/registrations/corporate-investor-options.ts'
import { cryptoExperiences } from '#domain/registrations/crypto-investor-options.ts'
import { farmingMethods, nameFarmingYears, nameFarmSize } from '#domain/registrations/farmer-options.ts'
import { annualIncomes, investmentExperiences } from '#domain/registrations/individual-investor-options.ts'
import { riskTolerances, validIdTypes } from '#domain/registrations/investor-options.ts'
import { educationLevels, trainingExperiences } from '#domain/registrations/training-options.ts'
import { describeAcceptedTerms } from '#domain/terms.ts'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { codeFact, mailFact, phoneFact } from '#site/admin/records/contact-links.tsx'
import { RegistrationSheet } from './registration-parts.tsx'
import {
  type Buyer,
  type Farmer,
  type Investor,
  listCrops,
  nameAmount,
  nameContact,
  nameOption,
  nameSectors,
  shared,
  type Trainee,
} from './registration-rows.ts'
import type { RegistrationSheetProps, RenderWith } from './sheet-props.ts'

/** Shown beside them, and loaded with them. */
export { RegistrationSide } from './registration-parts.tsx'

/** As it is labelled where it is asked (identity.ts), which brings all the rules of the forms along. */
const nameGender = (gender: string | null | undefined) => gender && capitalise(gender)

interface DetailsProps<R> {
  record: R
  renderWith: RenderWith
}

/** The facts of its kind stand between its reference and how it came in. */
function Details({ record, facts, ...props }: Omit<RegistrationSheetProps, 'record'> & { record: Arrival }) {
  return (
    <RegistrationSheet
      {...props}
      record={record}
      kind={shared}
      facts={{ Reference: codeFact(record.reference), ...facts, ...describeArrival(record) }}
    />
  )
}

interface Registered {
  reference: string | null
  contact_name: string | null
  contact_email: string | null
  profiles: { full_name: string | null; email: string | null } | null
}

function describePerson(
  { reference, contact_name, contact_email, profiles }: Registered,
  phone: string | null,
) {
  return {
    'Full name': profiles?.full_name ?? contact_name,
    Email: mailFact(profiles?.email ?? contact_email),
    Phone: phoneFact(phone, reference),
  }
}

export function FarmerDetails({ record: farmer, renderWith }: DetailsProps<Farmer>) {
  return (
    <Details
      table="farmers"
      record={farmer}
      form="farmer"
      renderWith={renderWith}
      facts={{
        ...describePerson(farmer, farmer.phone),
        Gender: nameGender(farmer.farmer_private?.gender),
        Address: farmer.farmer_private?.address,
        Location: joinPlace(farmer.location),
        'Farm size': farmer.farm_size_acres === null ? null : nameFarmSize(farmer.farm_size_acres),
        Experience:
          farmer.farming_experience_years === null ? null : nameFarmingYears(farmer.farming_experience_years),
        Crops: listCrops(farmer),
        Methods: nameOption([farmingMethods], farmer.farming_methods),
        Challenges: farmer.challenges,
        Goals: farmer.goals,
      }}
    />
  )
}

export function BuyerDetails({ record: buyer, renderWith }: DetailsProps<Buyer>) {
  return (
    <Details
      table="buyers"
      record={buyer}
      form={buyer.buyer_type === 'corporate' ? 'buyer_corporate' : 'buyer_individual'}
      renderWith={renderWith}
      facts={{
        Company: buyer.company_name,
        'Registration number': buyer.registration_number,
        'Full name': buyer.profiles?.full_name,
        'Contact person': nameContact(buyer),
        Title: buyer.contact_title,
        Email: mailFact(buyer.profiles?.email ?? buyer.contact_email),
        Phone: phoneFact(buyer.contact_phone, buyer.reference),
        'Other phone': phoneFact(buyer.alternative_phone, buyer.reference),
        Website: buyer.website,
        Address: joinPlace(buyer.address, buyer.city, buyer.state, buyer.country),
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
      }}
    />
  )
}

export function InvestorDetails({ record: investor, renderWith }: DetailsProps<Investor>) {
  return (
    <Details
      table="investors"
      record={investor}
      form={`investor_${investor.investor_type}`}
      renderWith={renderWith}
      facts={{
        Company: investor.company_name,
        ...describePerson(investor, investor.contact_phone),
        Place: joinPlace(investor.city, investor.state, investor.country),
        Amount: nameAmount(investor),
        Risk: nameOption([riskTolerances], investor.risk_tolerance),
        Experience: nameOption([investmentExperiences, cryptoExperiences], investor.experience_level),
        'Crypto experience': nameOption([cryptoExperiences], investor.crypto_experience),
        Sectors: nameSectors(investor),
        Goals: investor.investment_goals,
        Wallet: investor.wallet_address,
        ...describePrivate(investor.investor_private),
      }}
    />
  )
}

export function TraineeDetails({ record: trainee, renderWith }: DetailsProps<Trainee>) {
  return (
    <Details
      table="training_enrolments"
      record={trainee}
      form="training"
      renderWith={renderWith}
      facts={{
        ...describePerson(trainee, trainee.phone),
        Gender: nameGender(trainee.training_enrolment_private?.gender),
        Address: trainee.training_enrolment_private?.address,
        Place: joinPlace(trainee.city, trainee.state),
        Education: nameOption([educationLevels], trainee.education_level),
        Experience: nameOption([trainingExperiences], trainee.experience),
        Motivation: trainee.motivation,
        'Training goals': trainee.training_goals,
        'Under 18': trainee.is_minor ? 'Yes' : null,
        Guardian: trainee.training_enrolment_private?.guardian_name,
        'Guardian’s phone': phoneFact(trainee.training_enrolment_private?.guardian_phone, trainee.reference),
        'Guardian’s consent': trainee.training_enrolment_private?.guardian_consent ? 'Given' : null,
      }}
    />
  )
}

interface Arrival {
  id: string
  status: string
  reference: string | null
  created_at: string
  updated_at: string
  channel: string | null
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
    'Terms accepted': record.terms_version && describeAcceptedTerms(record.terms_version),
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
