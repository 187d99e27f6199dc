// An application with rows of every noun, made by the release of this checkout, for the backups under tests/fixtures/upgrades.
import { plantEverything } from '#tests/database/access-rows.ts'
import { openHouse } from '#tests/database/house.ts'
import { makeContact, openMarket } from '#tests/database/market-house.ts'
import { mustWork, startHouse } from '#tests/harness/house.ts'
import { createApplicant, takePhoto } from './applicant.ts'
import { createShopper } from './market-house.ts'
import { addSecondFactor } from './second-factor.ts'

/** Of the fixtures alone: whoever reads this may open them, and nothing else. */
export const fixtureKeys = {
  VAULT_MASTER_KEY: Buffer.from('the master key of upgrade tests.').toString('base64'),
}

/** Fills the database and stops; answers where it is, and where its files are. */
export async function makeUpgradeRows(dataDir: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const rows = await openHouse()
  const [owner, other] = [await rows.addPerson(), await rows.addPerson()]
  await plantEverything(rows, owner, other)
  const market = openMarket(rows)
  const [rice, maize] = [await market.addProduct(50), await market.addProduct(null)]

  const env = { DATA_DIR: dataDir, TRUSTED_PROXIES: 'loopback', FORM_LIMITS_FACTOR: '20', ...fixtureKeys }
  const server = await startHouse(env, rows.url)
  const { url, keys } = server
  const member = await server.newPerson()
  await addSecondFactor(member)
  const accessToken = mustWork(await member.client.auth.getSession()).session?.access_token ?? ''
  const { status } = await fetch(`${url}/auth/v1/factors/recovery-codes`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, authorization: `Bearer ${accessToken}` },
  })
  if (status !== 200) throw new Error(`no recovery codes: ${status}`)
  const guest = createApplicant({ url, publishableKey: keys.publishableKey, address: '198.51.100.1' })
  const signedIn = createApplicant({
    url,
    publishableKey: keys.publishableKey,
    address: '198.51.100.2',
    accessToken,
  })
  for (const form of [
    'farmer',
    'training',
    'investor_individual',
    'investor_corporate',
    'investor_crypto',
  ] as const)
    mustBe(201, await guest.submit(form))
  for (const form of ['buyer_individual', 'buyer_corporate'] as const)
    mustBe(201, await signedIn.submit(form))
  const farmer = mustBe(201, await signedIn.submit('farmer'))
  if (!farmer.photo) throw new Error('no place was given for a photo')
  const failed = await signedIn.upload(farmer.photo, await takePhoto())
  if (failed) throw failed
  mustBe(200, await signedIn.attach(farmer.photo, farmer))

  const shopper = createShopper({ url, publishableKey: keys.publishableKey, address: '198.51.100.3' })
  await shopper.order([rice, maize], makeContact())
  await server.stop()
  return { url: rows.url, drop: () => rows.close() }
}

function mustBe<Body>(wanted: number, { status, body }: { status: number; body: Body }): Body {
  if (status !== wanted) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}
