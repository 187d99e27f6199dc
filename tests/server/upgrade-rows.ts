// An application with rows of every noun, made by the release of this checkout, for the backups under tests/fixtures/upgrades.
import { createHash } from 'node:crypto'
import { plantEverything } from '#tests/database/access-rows.ts'
import { makeContact, openMarket } from '#tests/database/market/market-app.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { openApp } from '#tests/harness/migrated-database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { createShopper } from './market/market-app.ts'
import { createApplicant, takePhoto } from './registrations/applicant.ts'

/** Keys of the fixtures alone: anyone who reads this may open them, and nothing else. */
export const fixtureKeys = {
  VAULT_MASTER_KEY: Buffer.from('the master key of upgrade tests.').toString('base64'),
}

/** Fills the database and stops; answers where it is, and where its files are. */
export async function makeUpgradeRows(
  dataDir: string,
): Promise<{ url: string; drop: () => Promise<void>; contents: string[] }> {
  const rows = await openApp()
  const [owner, other] = [await rows.addPerson(), await rows.addPerson()]
  await plantEverything(rows, owner, other)
  const market = openMarket(rows)
  const [rice, maize] = [await market.addProduct(50), await market.addProduct(null)]

  const env = { DATA_DIR: dataDir, TRUSTED_PROXIES: 'loopback', FORM_LIMITS_FACTOR: '20', ...fixtureKeys }
  const server = await startApp(env, rows.url)
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
  const contents = await hashContents(server)
  await server.stop()
  await rows.owner.query(heldRows(owner.id, other.id))
  return { url: rows.url, drop: () => rows.close(), contents }
}

/** Hashes what each stored file holds in clear, sorted. */
export async function hashContents(server: TestApp): Promise<string[]> {
  const objects = await asOwner(server.databaseUrl, (client) =>
    client.query<{ bucket_id: string; name: string }>(
      'select bucket_id, name from storage.objects where metadata is not null',
    ),
  )
  const storage = server.newClient(server.keys.secretKey).storage
  const hashes = objects.rows.map(async ({ bucket_id, name }) => {
    const blob = mustWork(await storage.from(bucket_id).download(name))
    return createHash('sha256')
      .update(Buffer.from(await blob.arrayBuffer()))
      .digest('hex')
  })
  return (await Promise.all(hashes)).sort()
}

/** Rows of tables that are empty unless someone waits, asks or rings: ids of ours, quoted by nobody else. */
const heldRows = (person: string, other: string) => `
  insert into private.account_freezes (user_id, mailbox) values ('${person}', 'owner@example.com');
  insert into private.own_secret_requests (user_id, mailbox, session_id) values ('${other}', 'other@example.com', gen_random_uuid());
  insert into private.own_exports (user_id, in_clear) values ('${person}', false);
  insert into private.factor_resets (user_id, reason, due_at) values ('${person}', 'Lost both phones in a flood', now() + interval '72 hours');
  insert into private.money_entries (order_id, kind, amount_kobo, currency, reference_key, details, recorded_by)
  select id, 'receipt', 600000000, 'NGN', 'UPGRADE1',
    jsonb_build_object('amountKobo', 600000000, 'valueDate', current_date, 'bankReference', 'UPGRADE 1'), '${person}'
  from public.orders limit 1;
  insert into private.photo_sittings (person_id, queue, reason) values ('${person}', 'farmers', 'Photos of the week in Minna');
  insert into private.settlement_codes (proposal_id, code_hash)
  select id, encode(sha256('a code'), 'hex') from public.settlement_accounts limit 1;
  insert into private.vault_alarms (actor_id, kind, count) values ('${person}', 'reveals', 10);
  insert into private.vault_openings (purpose, person_id, record_type, record_id)
  select 'correction', gen_random_uuid(), 'farmers', id from public.farmers limit 1`

function mustBe<Body>(wanted: number, { status, body }: { status: number; body: Body }): Body {
  if (status !== wanted) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}
