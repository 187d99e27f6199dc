/** Who buys, and where the goods go: as the order says, or as a quote or a counter-offer has it otherwise. */

export interface ContractParties {
  buyerCompany: string
  buyerContact: string
  buyerAddress: string
  buyerCountry: string
  deliverTo: string
}

export const partyNames = [
  'buyerCompany',
  'buyerContact',
  'buyerAddress',
  'buyerCountry',
  'deliverTo',
] as const satisfies (keyof ContractParties)[]

/** The columns of a quote or a counter-offer; null: as the order says. */
export interface PartyColumns {
  buyer_company?: string | null
  buyer_contact?: string | null
  buyer_address?: string | null
  buyer_country?: string | null
  deliver_to?: string | null
}

/** What a quote says, and what the order says where the quote leaves it open. */
export function readParties(
  row: PartyColumns,
  ofOrder: Partial<ContractParties> = {},
): Partial<ContractParties> {
  return {
    buyerCompany: row.buyer_company ?? ofOrder.buyerCompany,
    buyerContact: row.buyer_contact ?? ofOrder.buyerContact,
    buyerAddress: row.buyer_address ?? ofOrder.buyerAddress,
    buyerCountry: row.buyer_country ?? ofOrder.buyerCountry,
    deliverTo: row.deliver_to ?? ofOrder.deliverTo,
  }
}

const describeBuyer = ({
  buyerCompany,
  buyerContact,
  buyerAddress,
  buyerCountry,
}: Partial<ContractParties>): string | null =>
  [buyerCompany, buyerContact, buyerAddress, buyerCountry].filter(Boolean).join(', ') || null

export const partyWords: readonly [
  term: string,
  write: (parties: Partial<ContractParties>) => string | null,
][] = [
  ['Buyer', describeBuyer],
  ['Deliver to', ({ deliverTo }) => deliverTo ?? null],
]

/** The company as it is registered, and its head office below it. */
export const writeSeller = (name: string, address: string | undefined): string =>
  [name, address].filter(Boolean).join('\n')

/** After the parties stands what a buyer named for it. */
export const targetPriceTerm = 'Price in mind'

/** In the order of a contract, after its terms. */
export function listParties(parties: Partial<ContractParties>): { term: string; detail: string }[] {
  return partyWords.flatMap(([term, write]) => {
    const detail = write(parties)
    return detail ? [{ term, detail }] : []
  })
}
