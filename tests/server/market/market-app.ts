// An application that sells, and guests who buy from it over HTTP as the site does, each from an address of their own.
import { randomUUID } from 'node:crypto'
import { trackingTokenHeader, trackPaths } from '#domain/guest-links.ts'
import {
  type ChangedLine,
  type GuestOrderRequest,
  type MarketOrderLine,
  marketPaths,
  type PlacedOrder,
} from '#domain/market/market-orders.ts'
import type { Refusal } from '#domain/refusals.ts'
import { makeContact } from '#tests/database/market/market-app.ts'
import { type Person, startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import {
  type Answer,
  type Applicant,
  createApplicant,
  tokenOf,
} from '#tests/server/registrations/applicant.ts'

/** What either answer holds; the status says which of them it is. */
export type Checked = Omit<PlacedOrder, 'ok'> &
  Omit<Refusal, 'ok' | 'code'> & {
    ok: boolean
    code: string
    trackingPath: string
    lines: ChangedLine[]
  }

export interface Shopper extends Pick<Applicant, 'call' | 'prove'> {
  /** A checkout that would be taken, unless `given` says otherwise. */
  request(items: MarketOrderLine[], input?: Partial<GuestOrderRequest>): Promise<GuestOrderRequest>
  checkOut(items: MarketOrderLine[], input?: Partial<GuestOrderRequest>): Promise<Answer<Checked>>
  /** An order that must be taken, with the secret of its link. */
  order(
    items: MarketOrderLine[],
    contact?: GuestOrderRequest['request']['contact'],
  ): Promise<Checked & { token: string }>
  /** Something that the holder of this secret does. */
  onTrack<Body = Record<string, unknown> & Refusal>(
    token: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<Body>>
}

export interface ShopperOptions {
  url: string
  publishableKey: string
  address: string
  accessToken?: string
}

const isReading = (path: string) => path === marketPaths.track || path === trackPaths.findOrder

export function createShopper(options: ShopperOptions): Shopper {
  const { call, prove } = createApplicant(options)
  const shopper: Shopper = {
    call,
    prove: () => prove(marketPaths.proof),
    request: async (items, input = {}) => ({
      request: { items, contact: makeContact() },
      idempotencyKey: randomUUID(),
      proof: input.proof ?? (await shopper.prove()),
      ...input,
    }),
    checkOut: async (items, input) => call('POST', marketPaths.orders, await shopper.request(items, input)),
    async order(items, contact = makeContact()) {
      const { status, body } = await shopper.checkOut(items, { request: { items, contact } })
      if (status !== 201) throw new Error(`not ordered: ${status} ${JSON.stringify(body)}`)
      return { ...body, token: tokenOf(body.trackingPath) }
    },
    onTrack: (token, path, body) =>
      call(isReading(path) ? 'GET' : 'POST', path, isReading(path) ? undefined : (body ?? {}), {
        [trackingTokenHeader]: token,
      }),
  }
  return shopper
}

export async function openMarketApp(env: Record<string, string> = {}) {
  const app = await startApp({ TRUSTED_PROXIES: 'loopback', ...env })
  let addresses = 0
  const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    asOwner(app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])

  const newShopperAt = (address: string): Shopper =>
    createShopper({ url: app.url, publishableKey: app.keys.publishableKey, address })

  return {
    ...app,
    sql,
    /** Another device behind an address. */
    newShopperAt,
    /** With a session when it is a person. */
    async newShopper(person?: Person): Promise<Shopper> {
      const session = (await person?.client.auth.getSession())?.data.session
      addresses += 1
      return createShopper({
        url: app.url,
        publishableKey: app.keys.publishableKey,
        address: `198.51.100.${addresses}`,
        ...(session && { accessToken: session.access_token }),
      })
    },
    async addProduct(stock: number | null, priceKobo = 100_000): Promise<MarketOrderLine> {
      const [row] = await sql<{ id: string }>(
        `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, status)
         values ('Rice', 'Grains', 'A farm', 'Keffi', 50, 'kg', $1, $2, 'published') returning id`,
        [priceKobo, stock],
      )
      return { productId: row?.id ?? '', quantity: 1, priceKobo }
    },
    async stockOf({ productId }: MarketOrderLine): Promise<number | null> {
      const [row] = await sql<{ stock: number | null }>('select stock from public.products where id = $1', [
        productId,
      ])
      return row?.stock ?? null
    },
    async countOrders(): Promise<number> {
      const [row] = await sql<{ count: number }>(
        `select count(*)::int as count from public.orders where kind = 'marketplace'`,
      )
      return row?.count ?? 0
    },
    /** The bank account in force; none when it is null. Demo rows are the only ones that need no two people. */
    async setAccount(accountNumber: string | null): Promise<void> {
      // Rows are never changed: the owner's own tools must lay the rule aside to take one away.
      await sql(`alter table public.settlement_accounts disable trigger user; delete from public.settlement_accounts;
        alter table public.settlement_accounts enable trigger user`)
      if (accountNumber)
        await sql(
          `insert into public.settlement_accounts (kind, bank_name, account_name, account_number, approved_at, effective_at, is_demo)
           values ('bank_account', 'Test Bank', 'The company', $1, now(), now(), true)`,
          [accountNumber],
        )
    },
  }
}

export type MarketApp = Awaited<ReturnType<typeof openMarketApp>>
