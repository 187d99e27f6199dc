/** What a bulk order is about, before anything else: goods, price, terms and what changed in them, and both parties. */
import { lazy, type ReactNode, Suspense, useId } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import { type Contract, findContract } from '#domain/market/contract.ts'
import { listParties, targetPriceTerm, writeSeller } from '#domain/market/contract-parties.ts'
import { listTerms } from '#domain/market/contract-terms.ts'
import type { OrderQuote, Requested } from '#domain/market/order.ts'
import {
  dueWords,
  noteRule,
  type PaymentTerms,
  paymentSchedules,
  splitAmount,
} from '#domain/market/quotes.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount } from '#domain/quantities.ts'
import { asName, type Company, useCompany } from '#site/page-company.ts'
import { type Fact, FactList } from '#site/ui/confirmation.tsx'
import { formatOrderTime } from './order-time.ts'
import { QuoteLines } from './quote-lines.tsx'

const ContractChanges = lazy(() =>
  import('./contract-changes.tsx').catch(() => ({ default: ChangesMissing })),
)

/** The line broke: nobody shall take a quote for unchanged. */
const ChangesMissing = () => <p>What has changed could not be loaded. Please load the page again.</p>

interface ContractBlockProps {
  requested: Requested
  quotes: readonly OrderQuote[]
}

export function ContractBlock({ requested, quotes }: ContractBlockProps) {
  const id = useId()
  const company = useCompany()
  const contract = findContract({ requested, quotes })
  const { quote, before, earlier, version, stage } = contract
  return (
    <section aria-labelledby={id} className="border-b border-line">
      <div className="grid grid-cols-1 gap-3 px-6 py-4">
        <h2 id={id} className="text-xl">
          {nameContract(contract)}
        </h2>
        {quote ? (
          <div className="border-t border-ink">
            <QuoteLines lines={quote.lines} currency={quote.currency} vat={quote.vat} />
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 pt-3 text-lg">
              <span>Total</span>
              <strong className="num ml-auto">{formatMoney(quote.totalKobo, quote.currency)}</strong>
            </p>
            {before && (
              <p className="text-right">
                <Was>{formatMoney(before.totalKobo, before.currency)}</Was>
              </p>
            )}
            {stage === 'offered' && (
              <Suspense fallback={null}>
                <ContractChanges
                  requested={requested}
                  earlier={earlier}
                  quote={quote}
                  label={version > 1 ? `Changed since quote ${version - 1}` : 'Other than asked for'}
                />
              </Suspense>
            )}
          </div>
        ) : (
          <RequestedGoods requested={requested} />
        )}
      </div>
      <FactList facts={listFacts(contract, requested, company)} />
      {quote?.note && (
        <div className="px-6 pb-4">
          <p className="text-stone">Our note, beside the terms</p>
          <p className="whitespace-pre-line wrap-anywhere">{quote.note}</p>
          <p className="text-sm text-stone">{noteRule}</p>
        </div>
      )}
    </section>
  )
}

function nameContract({ stage, version }: Contract): string {
  if (stage === 'agreed') return 'The contract'
  if (stage === 'requested') return 'What was asked for'
  return version > 1 ? `Our quote ${version}` : 'Our quote'
}

function RequestedGoods({ requested }: { requested: Requested }) {
  return (
    <ul className="border-t border-ink">
      {[requested, ...requested.lines].map(({ product, quantity, unit }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may be requested twice, and the list never changes
          key={place}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2"
        >
          <span className="font-semibold wrap-anywhere">{product}</span>
          <span className="num ml-auto">{formatAmount(quantity, unit)}</span>
        </li>
      ))}
    </ul>
  )
}

const Was = ({ children }: { children: ReactNode }) => (
  <span className="num bg-sand px-1 text-sm">was {children}</span>
)

function listFacts(
  contract: Contract,
  requested: Requested,
  { companyName, registration, offices: [head] }: Company,
): Fact[] {
  const { quote, terms, changes, stage } = contract
  const left = changes.filter(({ after }) => after === null)
  const markChange = ({ term, detail }: { term: string; detail: string }): Fact => {
    const change = changes.find((one) => one.term === term)
    return {
      term,
      detail: (
        <span className="whitespace-pre-line">
          {detail}
          {change && (
            <>
              {' '}
              <Was>{change.before ?? 'not named'}</Was>
            </>
          )}
        </span>
      ),
    }
  }
  return [
    ...(quote ? [{ term: 'Currency', detail: quote.currency }] : []),
    ...listTerms(terms, quote?.lines).map(markChange),
    ...left.map(({ term, before }) => ({ term, detail: <Was>{before}</Was> })),
    ...(stage === 'offered' && quote ? describeSchedule(quote) : []),
    ...(stage === 'offered' && quote
      ? [{ term: 'Good until', detail: formatOrderTime(quote.expiresAt) }]
      : []),
    ...(stage === 'agreed' && quote
      ? [{ term: 'Agreed on', detail: formatOrderTime(quote.acceptedAt ?? quote.createdAt) }]
      : []),
    markChange({ term: 'Seller', detail: writeSeller(registration ?? asName(companyName), head?.address) }),
    ...listParties(terms).map(markChange),
    ...(stage !== 'agreed' && requested.preferredDate
      ? [{ term: 'Asked for by', detail: formatDateInWords(requested.preferredDate) }]
      : []),
    ...(stage !== 'agreed' && requested.targetPrice
      ? [{ term: targetPriceTerm, detail: requested.targetPrice }]
      : []),
    ...(requested.purchaseOrderNumber
      ? [{ term: 'Buyer’s order number', detail: requested.purchaseOrderNumber }]
      : []),
  ]
}

/** Each part of the terms with its amount, as the database will lay them out. */
function describeSchedule({ paymentTerms, totalKobo, currency }: OrderQuote): Fact[] {
  const schedule = paymentSchedules[paymentTerms as PaymentTerms] ?? []
  const amounts = splitAmount(
    BigInt(totalKobo),
    schedule.map(({ percent }) => percent),
  )
  return schedule.map(({ percent, due }, index) => ({
    term: `${percent}% ${dueWords[due]}`,
    detail: <span className="num">{formatMoney(amounts[index] ?? 0n, currency)}</span>,
  }))
}
