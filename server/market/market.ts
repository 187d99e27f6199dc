// /market: the checkout of guests, what their secret link opens, and files on anybody's order.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { marketMessages } from '#domain/market/market-orders.ts'
import { type DatabaseError, findDatabaseRefusal } from '#domain/refusals.ts'
import { clientBlock, createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import type { Limit } from '#platform/settings.ts'
import {
  type AppContext,
  answerErrors,
  answerJson,
  asRefusal,
  RefusedError,
  readBody,
  refuseOtherSites,
  refuseWait,
} from '#server/http/answers.ts'
import { createDevices } from '#server/http/devices.ts'
import { createProofs } from '#server/http/proof.ts'
import type { RouteOptions } from '#server/http/route-options.ts'
import { createReadSession, requireSession, type SessionOptions } from '#server/http/session.ts'
import { requireShownRecord, type TrackingCookie } from '#server/http/tracking-cookie.ts'
import { createCheckout } from './checkout.ts'
import { defaultMarketLimits, type MarketLimits } from './limits.ts'
import { createOrders, type OwnOrder } from './orders.ts'
import type { ProductPhotos } from './product-photos.ts'
import * as requests from './requests.ts'
import type { OrderUploads } from './uploads.ts'

export interface MarketOptions extends SessionOptions, RouteOptions {
  uploads: OrderUploads
  productPhotos: ProductPhotos
  /** The application's secret: keys for proofs, devices and links derive from it. */
  secret: string
  siteUrl: string
  cookie: TrackingCookie
  limits?: MarketLimits
}

export function createMarket(options: MarketOptions): Hono<{ Bindings: HttpBindings }> {
  const {
    database,
    uploads,
    productPhotos,
    secret,
    isOwnOrigin,
    siteUrl,
    clock,
    log,
    limits = defaultMarketLimits,
  } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const proofs = createProofs({ database, secret, clock })
  const devices = createDevices({ secret, secure: siteUrl.startsWith('https:'), path: '/market' })
  const readSession = createReadSession(options)
  const orders = createOrders(database)
  const memory = createMemoryLimiter()
  const take = (kind: string, who: string, limit: Limit) => Math.ceil(memory.take(kind, who, limit, clock()))
  const takeForPhone = (phone: string) => take('phone', phone, limits.perPhone)
  const checkOut = createCheckout({ orders, proofs, secret, takeForPhone })

  const addressOf = (c: AppContext) => options.clientAddress(c.env.incoming)
  const limit = (kind: keyof MarketLimits['perAddress'], c: AppContext) =>
    refuseWait(take(kind, addressOf(c), limits.perAddress[kind]))
  const cookie = options.cookie

  app.get('/proof', async (c) => {
    limit('proofs', c)
    if (devices.read(c) === null && take('new device', addressOf(c), limits.newDevices) === 0) devices.name(c)
    return c.json(await proofs.challenge())
  })

  app.post('/orders', async (c) => {
    limit('checkouts', c)
    refuseOtherSites(c, isOwnOrigin)
    const request = await readBody(c, requests.guestOrder)
    const deviceId = devices.read(c)
    const whose = deviceId === null ? 'no device' : 'device'
    refuseWait(take(whose, deviceId ?? addressOf(c), limits.perDevice))
    // Who shows no device is counted with all at their address who show none: leaving the cookie away passes no cap.
    const answer = await checkOut(request, deviceId ?? `no device at ${clientBlock(addressOf(c))}`)
    return answerJson(answer.ok ? (answer.isNew ? 201 : 200) : 409, answer)
  })

  app.get('/track', async (c) => {
    limit('links', c)
    const order = await orders.findTrackedOrder(cookie.read(c)?.tokenHash ?? null)
    if (!order && c.req.query('find') === undefined) throw new RefusedError('not_found')
    return answerJson(200, order)
  })

  /** One thing that the holder of a guest's link does with the order. */
  function onTrack<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    act: (order: OwnOrder, input: z.output<Schema>) => Promise<unknown>,
    kind: 'links' | 'uploads' | 'disputePhotos' = 'links',
  ): void {
    app.post(`/track/${path}`, async (c) => {
      limit(kind, c)
      refuseOtherSites(c, isOwnOrigin)
      const link = cookie.read(c)
      const order = await orders.findTracked(link?.tokenHash ?? null)
      if (link) requireShownRecord(c, link, order.orderId)
      const answer = await act(order, await readBody(c, schema))
      return answerJson(200, (answer as object | undefined) ?? { ok: true })
    })
  }

  const nothing = z.object({})
  onTrack('payment-details', nothing, (order) => orders.readPaymentDetails(order))
  onTrack('confirm-prices', requests.confirmPrices, (order, { totalKobo }) =>
    orders.confirmPrices(order, totalKobo),
  )
  onTrack('claim', requests.claim, (order, claim) => orders.claim(order, claim))
  onTrack('accept-delivery', requests.acceptDelivery, (order, { priceKobo, day }) =>
    orders.acceptDelivery(order, priceKobo, day),
  )
  onTrack('withdraw', nothing, (order) => orders.withdraw(order))
  onTrack('message', requests.message, async (order, { body }) => {
    await orders.send(order, body)
  })
  onTrack('dispute', requests.dispute, async (order, dispute) => {
    await orders.dispute(order, dispute)
  })
  onTrack('rate', requests.rating, async (order, { productId, stars, comment }) => {
    await orders.rate(order, productId, stars, comment ?? null)
  })
  onTrack('upload', requests.upload, (order, { kind }) => uploads.open(order, kind), 'uploads')
  onTrack('upload/finish', requests.uploadDone, (order, { path }) => uploads.finish(order, path), 'uploads')
  onTrack('photos', requests.photos, (order, { paths }) => uploads.show(order, paths), 'disputePhotos')

  /** The same for a member, where only the server may act. */
  function onOwn<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    act: (order: OwnOrder, input: z.output<Schema>) => Promise<object>,
    kind: 'uploads' | 'disputePhotos' = 'uploads',
  ): void {
    app.post(`/orders/:id/${path}`, async (c) => {
      limit(kind, c)
      refuseOtherSites(c, isOwnOrigin)
      const { userId } = await requireSession(readSession, c)
      const orderId = c.req.param('id') ?? ''
      if (!z.uuid().safeParse(orderId).success) throw new RefusedError('not_found')
      return answerJson(200, await act({ orderId, context: { userId } }, await readBody(c, schema)))
    })
  }

  onOwn('withdraw', requests.withdrawal, (order, { reason }) => orders.withdraw(order, reason))
  onOwn('upload', requests.upload, (order, { kind }) => uploads.open(order, kind))
  onOwn('upload/finish', requests.uploadDone, (order, { path }) => uploads.finish(order, path))
  onOwn('photos', requests.photos, (order, { paths }) => uploads.show(order, paths), 'disputePhotos')

  app.post('/product-photos', async (c) => {
    limit('uploads', c)
    refuseOtherSites(c, isOwnOrigin)
    const session = await requireSession(readSession, c)
    const { farmerId } = await readBody(c, requests.photo)
    return answerJson(200, await productPhotos.open(session, farmerId ?? null))
  })
  app.post('/product-photos/finish', async (c) => {
    limit('uploads', c)
    refuseOtherSites(c, isOwnOrigin)
    const { userId } = await requireSession(readSession, c)
    return answerJson(200, await productPhotos.finish(userId, (await readBody(c, requests.uploadDone)).path))
  })
  app.get('/photos/:folder/:name', async (c) => {
    limit('photos', c)
    const path = `${c.req.param('folder')}/${c.req.param('name')}`
    return productPhotos.show(path, c.req.query('w'), c.req.header('accept') ?? '')
  })

  app.all('*', () => {
    throw new RefusedError('not_found')
  })

  app.onError(answerErrors(log, 'a request to the market failed', { known: asMarketRefusal }))

  return app
}

/** The sentences of a registration are no answer here. */
const sentences: Partial<Record<RefusedError['code'], string>> = {
  not_found: marketMessages.notFound,
  sign_in: marketMessages.signIn,
}

function asMarketRefusal(error: unknown): RefusedError | null {
  // No page of ours sends such lines, or another order's attempt.
  if (findDatabaseRefusal(error as DatabaseError)?.isFaultOnServer) return new RefusedError('conflict')
  const refusal = asRefusal(error)
  const message = refusal && sentences[refusal.code]
  return message ? new RefusedError(refusal.code, { message }) : refusal
}
