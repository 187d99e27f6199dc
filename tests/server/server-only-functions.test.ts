// What only our server sends is judged by domain/ alone (ADR 0057): so nobody else may call the functions that store it.
import { afterAll, describe, expect, it } from 'vitest'
import { type Client, startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'

/** All that the API shows and that the server alone may call, with their parameters. */
const serverOnly = {
  attach_photo: ['record_type', 'record_id', 'sealed', 'context'],
  change_registration: ['record_type', 'record_id', 'answers', 'sealed', 'context'],
  confirm_newsletter: ['token'],
  confirm_stock_alert: ['token'],
  end_stock_alerts: ['token'],
  find_tracked_status: ['reference', 'phone'],
  renew_tracked_consent: ['token_hash', 'purpose'],
  request_newsletter: ['request'],
  request_stock_alert: ['request'],
  resubmit_registration: ['record_type', 'record_id', 'answers', 'sealed', 'context'],
  send_tracked_link: ['reference', 'phone'],
  submit_contact_message: ['request', 'idempotency_key', 'about'],
  submit_job_application: ['request', 'cv', 'idempotency_key'],
  submit_partnership: ['request', 'idempotency_key'],
  submit_registration: ['form', 'answers', 'sealed', 'context'],
  track_market_order: ['token_hash'],
  track_registration: ['token_hash'],
  unsubscribe_newsletter: ['token'],
  verify_document: ['code'],
  withdraw_market_order: ['order_id', 'context'],
  withdraw_tracked_consent: ['token_hash', 'purpose'],
} as const

const callers = ['a visitor', 'a member', 'an admin with a second factor'] as const
const app = await startApp()
const admin = await app.newAdmin()
await addSecondFactor(admin)
const member = await app.newPerson()
const clients = {
  'a visitor': app.newClient(),
  'a member': member.client,
  'an admin with a second factor': admin.client,
}
afterAll(() => app.stop())

/** By a name that the types may not know. */
const call = (client: Client, name: string, parameters: readonly string[]) =>
  client.rpc(name as never, Object.fromEntries(parameters.map((parameter) => [parameter, null])) as never)

it('are these, as the catalogue has them', async () => {
  const { rows } = await asOwner(app.databaseUrl, (client) =>
    client.query<{ name: string; parameters: string[] }>(
      `select proname as name, coalesce(proargnames[1:pronargs], '{}') as parameters from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege('service_role', oid, 'execute')
         and not has_function_privilege('authenticated', oid, 'execute')
         and not has_function_privilege('anon', oid, 'execute')
       order by 1`,
    ),
  )
  expect(Object.fromEntries(rows.map(({ name, parameters }) => [name, parameters]))).toEqual(serverOnly)
})

describe.each(Object.entries(serverOnly))('%s', (name, parameters) => {
  it.each(callers)('is refused to %s', async (caller) => {
    const { error, status } = await call(clients[caller], name, parameters)
    expect({ code: error?.code, status }).toEqual({
      code: '42501',
      status: caller === 'a visitor' ? 401 : 403,
    })
  })
})

it('the server itself gets as far as the function', async () => {
  const server = app.newClient(app.keys.secretKey)
  expect((await call(server, 'submit_partnership', serverOnly.submit_partnership)).error?.code).toBe('23502')
})
