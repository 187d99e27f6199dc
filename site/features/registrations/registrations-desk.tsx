/** Farmers, buyers and investors on the desk: three kinds of record, one way to read and decide them. */
import type { ReactNode } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { registrationMachine, registrationStatuses } from '#domain/registrations.ts'
import { canChangeStatus } from '#domain/status-machines.ts'
import { buildContainsFilter } from '#site/lib/desk/contains-filter.ts'
import { rangeOf, readPage } from '#site/lib/desk/list-records.ts'
import { type DeskKind, RecordDesk } from '#site/lib/desk/record-desk.tsx'
import type { ListState } from '#site/lib/desk/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { SlipFacts } from '#site/ui/slip.tsx'

const shared = {
  statuses: registrationStatuses,
  nextStatuses: (status: string) =>
    registrationStatuses.filter((next) => canChangeStatus(registrationMachine, status, next)),
  declineReasons: [
    'Some of the details given could not be confirmed.',
    'We could not reach you on the number or e-mail given.',
    'A record for you exists already.',
  ],
}

async function listFarmers(state: ListState) {
  const client = await getSupabase()
  let query = client.from('farmers').select('*,profiles(email,full_name)', { count: 'exact' })
  if (state.status) query = query.eq('status', state.status)
  const search = buildContainsFilter(['farm_name', 'location'], state.search)
  if (search) query = query.or(search)
  return readPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rangeOf(state)),
  )
}

async function listBuyers(state: ListState) {
  const client = await getSupabase()
  let query = client.from('buyers').select('*,profiles(email,full_name)', { count: 'exact' })
  if (state.status) query = query.eq('status', state.status)
  // The contact too: an individual buyer has no company name (decision 48).
  const search = buildContainsFilter(
    [
      'company_name',
      'business_type',
      'contact_first_name',
      'contact_last_name',
      'contact_email',
      'contact_phone',
    ],
    state.search,
  )
  if (search) query = query.or(search)
  return readPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rangeOf(state)),
  )
}

async function listInvestors(state: ListState) {
  const client = await getSupabase()
  let query = client.from('investors').select('*,profiles(email,full_name)', { count: 'exact' })
  if (state.status) query = query.eq('status', state.status)
  const search = buildContainsFilter(['company_name', 'investor_type'], state.search)
  if (search) query = query.or(search)
  return readPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rangeOf(state)),
  )
}

type Farmer = Awaited<ReturnType<typeof listFarmers>>['records'][number]
type Buyer = Awaited<ReturnType<typeof listBuyers>>['records'][number]
type Investor = Awaited<ReturnType<typeof listInvestors>>['records'][number]

const farmersDesk: DeskKind<Farmer> = {
  ...shared,
  table: 'farmers',
  noun: 'farmer',
  searchHelp: 'Farm name or location',
  listRecords: listFarmers,
  nameOf: (farmer) => farmer.farm_name,
  title: { label: 'Farm', text: (farmer) => farmer.farm_name },
  columns: [
    { label: 'Farmer', cell: (farmer) => farmer.profiles?.full_name ?? farmer.contact_name },
    { label: 'Location', cell: (farmer) => farmer.location },
    { label: 'Acres', numeric: true, cell: (farmer) => farmer.farm_size_acres },
    { label: 'Crops', cell: (farmer) => farmer.crops_grown.join(', ') },
    { label: 'Registered', cell: (farmer) => formatDateTime(farmer.created_at) },
  ],
  renderDetails: (farmer) => (
    <Facts
      facts={{
        'Full name': farmer.profiles?.full_name ?? farmer.contact_name,
        Email: farmer.profiles?.email ?? farmer.contact_email,
        Phone: farmer.phone,
        Location: farmer.location,
        'Farm size (acres, from)': farmer.farm_size_acres,
        'Experience (years, from)': farmer.farming_experience_years,
        Crops: farmer.crops_grown.join(', '),
        Methods: farmer.farming_methods,
        Challenges: farmer.challenges,
        Goals: farmer.goals,
        Registered: formatDateTime(farmer.created_at),
        Reason: farmer.decline_reason,
      }}
    />
  ),
}

const buyersDesk: DeskKind<Buyer> = {
  ...shared,
  table: 'buyers',
  noun: 'buyer',
  searchHelp: 'Company, business type or contact',
  listRecords: listBuyers,
  nameOf: nameBuyer,
  title: { label: 'Buyer', text: nameBuyer },
  columns: [
    { label: 'E-mail', cell: (buyer) => <Email address={buyer.profiles?.email ?? buyer.contact_email} /> },
    { label: 'Type', cell: (buyer) => buyer.buyer_type },
    { label: 'Business', cell: (buyer) => buyer.business_type },
    { label: 'Place', cell: (buyer) => [buyer.city, buyer.state, buyer.country].join(', ') },
    { label: 'Registered', cell: (buyer) => formatDateTime(buyer.created_at) },
  ],
  renderDetails: (buyer) => (
    <Facts
      facts={{
        Company: buyer.company_name,
        'Registration number': buyer.registration_number,
        'Full name': buyer.profiles?.full_name,
        Email: buyer.profiles?.email ?? buyer.contact_email,
        Phone: buyer.contact_phone,
        Address: [buyer.address, buyer.city, buyer.state, buyer.country].join(', '),
        // The column's name says revenue; what it holds is tonnes (decision 46).
        'Annual purchase volume (tonnes, from)': buyer.annual_revenue,
        'Products of interest': buyer.products_of_interest,
        'Target markets': buyer.target_markets,
        Registered: formatDateTime(buyer.created_at),
        Reason: buyer.decline_reason,
      }}
    />
  ),
}

const investorsDesk: DeskKind<Investor> = {
  ...shared,
  table: 'investors',
  noun: 'investor',
  searchHelp: 'Company or investor type',
  listRecords: listInvestors,
  nameOf: nameInvestor,
  title: { label: 'Investor', text: nameInvestor },
  columns: [
    {
      label: 'E-mail',
      cell: (investor) => <Email address={investor.profiles?.email ?? investor.contact_email} />,
    },
    { label: 'Type', cell: (investor) => investor.investor_type },
    {
      label: 'Amount',
      numeric: true,
      cell: (investor) => `${investor.investment_amount} ${investor.currency}`,
    },
    { label: 'Risk', cell: (investor) => investor.risk_tolerance },
    { label: 'Registered', cell: (investor) => formatDateTime(investor.created_at) },
  ],
  renderDetails: (investor) => (
    <Facts
      facts={{
        Company: investor.company_name,
        'Full name': investor.profiles?.full_name ?? investor.contact_name,
        Email: investor.profiles?.email ?? investor.contact_email,
        Phone: investor.contact_phone,
        Place: [investor.city, investor.state, investor.country].filter(Boolean).join(', '),
        Amount: `${investor.investment_amount} ${investor.currency}`,
        Risk: investor.risk_tolerance,
        Experience: investor.experience_level,
        'Crypto experience': investor.crypto_experience,
        Sectors: investor.preferred_sectors?.join(', '),
        Goals: investor.investment_goals,
        Wallet: investor.wallet_address,
        Registered: formatDateTime(investor.created_at),
        Reason: investor.decline_reason,
      }}
    />
  ),
}

export function FarmersDesk() {
  return <RecordDesk kind={farmersDesk} />
}

export function BuyersDesk() {
  return <RecordDesk kind={buyersDesk} />
}

export function InvestorsDesk() {
  return <RecordDesk kind={investorsDesk} />
}

function nameBuyer(buyer: Buyer): string {
  const contact = [buyer.contact_first_name, buyer.contact_last_name].filter(Boolean).join(' ')
  return buyer.company_name ?? (contact || (buyer.profiles?.full_name ?? 'No name'))
}

function nameInvestor(investor: Investor): string {
  return investor.company_name ?? investor.profiles?.full_name ?? investor.contact_name ?? 'No name'
}

function Email({ address }: { address: string | null | undefined }) {
  return <span className="block wrap-anywhere md:max-w-52 md:truncate">{address}</span>
}

function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <div className="slip">
      <SlipFacts
        facts={Object.entries(facts)
          .filter(([, detail]) => detail !== null && detail !== undefined && detail !== '')
          .map(([term, detail]) => ({ term, detail }))}
      />
    </div>
  )
}
