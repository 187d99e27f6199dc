/** Farmers, buyers, investors and trainees in the admin area: four kinds of record, one way to read and decide them. */

import { formatDateTime } from '#domain/dates.ts'
import { joinPlace } from '#domain/nigeria/places.ts'
import { formatCount } from '#domain/numbers.ts'
import { corporateBusinessTypes, individualBusinessTypes } from '#domain/registrations/buyer-options.ts'
import { cryptoExperiences } from '#domain/registrations/crypto-investor-options.ts'
import { cropTypes, nameFarmingYears, nameFarmSize } from '#domain/registrations/farmer-options.ts'
import { investmentExperiences } from '#domain/registrations/individual-investor-options.ts'
import { riskTolerances } from '#domain/registrations/investor-options.ts'
import { registrationMachine, registrationStatuses } from '#domain/registrations/registrations.ts'
import { educationLevels, trainingExperiences } from '#domain/registrations/training-options.ts'
import { canChangeStatus } from '#domain/status-machines.ts'
import { type AdminKind, capitalise, type Decisions } from '#site/admin/records/admin-kind.ts'
import { phoneLink } from '#site/admin/records/contact-links.tsx'
import { Lines, When } from '#site/admin/records/lines.tsx'
import { by, byDay, days, photo, state } from '#site/admin/records/list-filters.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import {
  type Buyer,
  type Farmer,
  findBuyer,
  findFarmer,
  findInvestor,
  findTrainee,
  type Investor,
  listBuyers,
  listCrops,
  listFarmers,
  listInvestors,
  listTrainees,
  nameAmount,
  nameBuyer,
  nameContact,
  nameInvestor,
  nameOption,
  nameSectors,
  shared,
  type Trainee,
} from './registration-rows.ts'
import type { RenderWith } from './sheet-props.ts'

const loadDetails = () => import('./registration-details.tsx')
const FarmerDetails = loadPart(async () => (await loadDetails()).FarmerDetails)
const BuyerDetails = loadPart(async () => (await loadDetails()).BuyerDetails)
const InvestorDetails = loadPart(async () => (await loadDetails()).InvestorDetails)
const TraineeDetails = loadPart(async () => (await loadDetails()).TraineeDetails)
const RegistrationSide = loadPart(async () => (await loadDetails()).RegistrationSide)
const BulkCorrection = loadPart(async () => (await import('./bulk-correction.tsx')).BulkCorrection)

const channel = {
  name: 'channel',
  label: 'Came by',
  options: [
    { value: 'web', label: 'The site' },
    { value: 'walk_in', label: 'Walked in' },
    { value: 'phone', label: 'Telephone' },
  ],
}
const twin = { name: 'twin', label: 'Twins', options: [{ value: 'possible', label: 'Possible twins' }] }
/** The other forms are for adults. */
const minor = { name: 'minor', label: 'Age', options: [{ value: 'yes', label: 'Under 18' }] }

function decide<T extends Decisions<unknown>['table']>(table: T): Decisions<unknown> {
  return {
    table,
    statuses: registrationStatuses,
    nextStatuses: (status) =>
      registrationStatuses.filter((next) => canChangeStatus(registrationMachine, status, next)),
    inBulk: true,
  }
}

function correctMany(
  table: string,
  forms: readonly { value: string; label: string }[],
  renderWith: RenderWith,
): AdminKind<never>['renderCorrections'] {
  return (target) => <BulkCorrection table={table} forms={forms} renderWith={renderWith} {...target} />
}

export function makeFarmersKind(renderWith: RenderWith): AdminKind<Farmer> {
  return {
    ...shared,
    table: 'farmers',
    recordType: 'farmers',
    noun: 'farmer',
    filters: [state, { name: 'crop', label: 'Crop', options: cropTypes }, channel, photo, twin, ...days],
    decisions: decide('farmers'),
    renderCorrections: correctMany('farmers', [{ value: 'farmer', label: 'Farmer' }], renderWith),
    searchHelp: 'Farm, location, name, phone or reference',
    listRecords: listFarmers,
    findRecord: findFarmer,
    nameOf: (farmer) => farmer.farm_name,
    title: { label: 'Farm', text: (farmer) => farmer.farm_name },
    columns: [
      {
        label: 'Farmer',
        sorts: by('contact'),
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
        sorts: by('place'),
        cell: (farmer) => (
          <Lines
            main={joinPlace(farmer.location)}
            more={{
              size: farmer.farm_size_acres !== null && nameFarmSize(farmer.farm_size_acres),
              experience:
                farmer.farming_experience_years !== null &&
                `farms for ${nameFarmingYears(farmer.farming_experience_years).toLowerCase()}`,
            }}
          />
        ),
      },
      { label: 'Crops', cell: (farmer) => <Lines main={listCrops(farmer)} /> },
      { label: 'Registered', sorts: byDay, cell: (farmer) => formatDateTime(farmer.created_at) },
    ],
    renderSide: (farmer) => (
      <RegistrationSide table="farmers" record={farmer} form="farmer" renderWith={renderWith} />
    ),
    renderDetails: (farmer) => <FarmerDetails record={farmer} renderWith={renderWith} />,
  }
}

export function makeBuyersKind(renderWith: RenderWith): AdminKind<Buyer> {
  return {
    ...shared,
    table: 'buyers',
    recordType: 'buyers',
    noun: 'buyer',
    filters: [state, channel, photo, twin, ...days],
    decisions: decide('buyers'),
    renderCorrections: correctMany(
      'buyers',
      [
        { value: 'buyer_individual', label: 'Individual' },
        { value: 'buyer_corporate', label: 'Company' },
      ],
      renderWith,
    ),
    searchHelp: 'Company, business type, contact or reference',
    listRecords: listBuyers,
    findRecord: findBuyer,
    nameOf: nameBuyer,
    title: { label: 'Buyer', text: nameBuyer },
    columns: [
      {
        label: 'Contact',
        sorts: by('contact'),
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
        sorts: by('type'),
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
        sorts: by('place'),
        cell: (buyer) => (
          <Lines main={joinPlace(buyer.city, buyer.state, buyer.country)} text={buyer.address} />
        ),
      },
      {
        label: 'Registered',
        sorts: byDay,
        cell: (buyer) => <When at={buyer.created_at} changedAt={buyer.updated_at} />,
      },
    ],
    renderSide: (buyer) => (
      <RegistrationSide
        table="buyers"
        record={buyer}
        form={buyer.buyer_type === 'corporate' ? 'buyer_corporate' : 'buyer_individual'}
        renderWith={renderWith}
      />
    ),
    renderDetails: (buyer) => <BuyerDetails record={buyer} renderWith={renderWith} />,
  }
}

export function makeInvestorsKind(renderWith: RenderWith): AdminKind<Investor> {
  return {
    ...shared,
    table: 'investors',
    recordType: 'investors',
    noun: 'investor',
    filters: [state, channel, twin, ...days],
    decisions: decide('investors'),
    renderCorrections: correctMany(
      'investors',
      [
        { value: 'investor_individual', label: 'Individual' },
        { value: 'investor_corporate', label: 'Company' },
        { value: 'investor_crypto', label: 'Crypto' },
      ],
      renderWith,
    ),
    searchHelp: 'Company, type, name, phone or reference',
    listRecords: listInvestors,
    findRecord: findInvestor,
    nameOf: nameInvestor,
    title: { label: 'Investor', text: nameInvestor },
    columns: [
      {
        label: 'Contact',
        sorts: by('contact'),
        cell: (investor) => (
          <Person
            name={investor.profiles?.full_name ?? investor.contact_name}
            email={investor.profiles?.email ?? investor.contact_email}
            phone={investor.contact_phone}
          />
        ),
      },
      {
        label: 'Kind, place',
        sorts: by('type'),
        cell: (investor) => (
          <Lines
            main={capitalise(investor.investor_type)}
            more={{
              place: joinPlace(investor.city, investor.state, investor.country),
              // The column holds it masked.
              wallet: investor.wallet_address && <span className="code">{investor.wallet_address}</span>,
            }}
          />
        ),
      },
      {
        label: 'Investment',
        sorts: by('investment'),
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
      { label: 'Registered', sorts: byDay, cell: (investor) => formatDateTime(investor.created_at) },
    ],
    renderSide: (investor) => (
      <RegistrationSide
        table="investors"
        record={investor}
        form={`investor_${investor.investor_type}`}
        renderWith={renderWith}
      />
    ),
    renderDetails: (investor) => <InvestorDetails record={investor} renderWith={renderWith} />,
  }
}

export function makeTraineesKind(renderWith: RenderWith): AdminKind<Trainee> {
  return {
    ...shared,
    table: 'training_enrolments',
    recordType: 'training_enrolments',
    noun: 'enrolment',
    filters: [state, channel, photo, twin, minor, ...days],
    decisions: decide('training_enrolments'),
    renderCorrections: correctMany(
      'training_enrolments',
      [{ value: 'training', label: 'Training' }],
      renderWith,
    ),
    searchHelp: 'Name, phone, town or reference',
    listRecords: listTrainees,
    findRecord: findTrainee,
    nameOf: (trainee) => trainee.contact_name,
    title: { label: 'Trainee', text: (trainee) => trainee.contact_name },
    columns: [
      { label: 'Phone', cell: (trainee) => phoneLink(trainee.phone) },
      { label: 'Place', sorts: by('place'), cell: (trainee) => joinPlace(trainee.city, trainee.state) },
      {
        label: 'Education',
        sorts: by('education'),
        cell: (trainee) => nameOption([educationLevels], trainee.education_level),
      },
      {
        label: 'Experience',
        sorts: by('experience'),
        cell: (trainee) => nameOption([trainingExperiences], trainee.experience),
      },
      { label: 'Enrolled', sorts: byDay, cell: (trainee) => formatDateTime(trainee.created_at) },
    ],
    renderSide: (trainee) => (
      <RegistrationSide
        table="training_enrolments"
        record={trainee}
        form="training"
        renderWith={renderWith}
      />
    ),
    renderDetails: (trainee) => <TraineeDetails record={trainee} renderWith={renderWith} />,
  }
}

interface PersonProps {
  name: string | null | undefined
  email: string | null | undefined
  phone: string | null | undefined
}

/** Its chat is in the drawer: a row has no room for it. */
function Person({ name, email, phone }: PersonProps) {
  return <Lines main={name} more={{ email, phone: phoneLink(phone) }} />
}
