// What staff write about a registration is mailed, shown and stored: no number that belongs in the vault stands in it.
import { afterAll, describe, expect, it } from 'vitest'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { correct, decide, newAddress, openReview } from './registration-intake.ts'

const { app, intake, reviewer, admin } = await openReview()
afterAll(() => app.close())

const secrets = [
  ['a BVN', 'Your BVN 22345678901 is not yours'],
  ['a BVN in groups', 'Your BVN 2234 567 8901 is not yours'],
  ['a NIN with hyphens', 'NIN 123-4567-8901 was refused'],
  ['a vNIN', 'vNIN AB123456789012CD has lapsed'],
  ['an account number', 'Account 0000014579 is closed'],
  ['an account number beside a telephone number', 'Ring 0803 123 4567 about account 1234567890'],
  ['a card', 'The card 5399 8312 3456 7890 is no account'],
  ['a passport', 'Passport A12345678 has lapsed'],
  ['a voter\u2019s card', 'Card 90F5AFB12C295482113 cannot be read'],
  ['a driver\u2019s licence', 'Licence ABC12345AB12 has lapsed'],
  ['a wallet', 'Wallet 0x52908400098527886E0F7030069857D2E4169EE7 is wrong'],
  ['the secret part of a link', 'See /track#Zk3v9QpL2mX7tB1c'],
  ['a birth date', 'You were born on 12/03/1985'],
  ['a birth date in full', 'You were born on 12 March 1985'],
  ['a birth date, month first', 'Born March 12th, 2001'],
  ['a birth date as computers write it', 'Born 1985-03-12'],
] as const

const harmless = [
  'The name on the card is not the name of the account.',
  'Please ring us on 0803 123 4567 or +234 805 111 2222, or +31 20 123 4567.',
  'Please ring 8031234567 before 2026-12-24, or on 24-12-2026 at 10.30.',
  'You have 12 hectares since 1998 and ask for ₦1,250,000.00; 15 to 20 are needed by 12/12/2026.',
  'We have FMABC-2345 of 22.11.2026 15.30 from you already. RC 1234567 is right.',
  'Last four 8901 do not agree.',
]

const refusal = {
  code: '23514',
  message:
    'Please leave out the number itself (BVN, NIN, ID, account, wallet) and birth dates: say what is wrong with it',
}

it('distinguishes what looks like a secret from what does not', async () => {
  const { rows } = await app.owner.query(
    'select text, private.holds_secret(text) as held from unnest($1::text[]) as text',
    [[...secrets.map(([, text]) => text), ...harmless]],
  )
  expect(Object.fromEntries(rows.map(({ text, held }) => [text, held]))).toEqual(
    Object.fromEntries([
      ...secrets.map(([, text]) => [text, true]),
      ...harmless.map((text) => [text, false]),
    ]),
  )
})

it.each(secrets)('refuses %s wherever staff write about a registration', async (_kind, text) => {
  const { stored } = await intake.send('farmer', { answers: { email: newAddress() } })
  const record = [stored.recordType, stored.id] as const
  const note = (words: string) => JSON.stringify([{ field: 'goals', note: words }])
  const confirmed = withSecondFactor(admin)
  for (const [caller, sql, values, hint] of [
    [reviewer.caller, ...decide(...record, 'pending', 'declined', text), 'reason'],
    [reviewer.caller, correct, [...record, note(text), null], 'notes'],
    [reviewer.caller, correct, [...record, note('Please say more'), text], 'message'],
    [reviewer.caller, 'select public.log_call($1, $2, $3, $4)', [...record, 'reached', text], 'note'],
    [reviewer.caller, 'select public.add_record_note($1, $2, $3)', [...record, text], 'body'],
    [
      confirmed,
      'select public.reveal_secret($1, $2, $3, $4)',
      [...record, 'dateOfBirth', `To compare: ${text}`],
      'reason',
    ],
  ] as const)
    expect(await app.refusalOf(caller, sql, [...values])).toMatchObject(
      hint === 'reason' && sql.includes('reveal') ? { code: '23514', hint } : { ...refusal, hint },
    )
  const { rows } = await app.owner.query(
    `select status from public.farmers where id = $1
     union all select 'correction' from public.correction_requests where record_id = $1
     union all select 'call' from public.phone_calls where record_id = $1
     union all select 'note' from public.record_notes where record_id = $1
     union all select 'look' from public.vault_reveals where record_id = $1`,
    [stored.id],
  )
  expect(rows).toEqual([{ status: 'pending' }])
})

it('lets every other sentence pass', async () => {
  const { stored } = await intake.send('farmer', { answers: { email: newAddress() } })
  const record = [stored.recordType, stored.id] as const
  for (const text of harmless) {
    await app.as(reviewer.caller, 'select public.add_record_note($1, $2, $3)', [...record, text])
    await app.as(reviewer.caller, correct, [
      ...record,
      JSON.stringify([{ field: 'goals', note: text }]),
      text,
    ])
  }
  await app.as(
    reviewer.caller,
    ...decide(...record, 'pending', 'declined', harmless.join('\n').slice(0, 500)),
  )
})

it('lets an order be noted with the numbers that its money came by', async () => {
  const order = await submitOrder(app, await app.addPerson())
  await app.as(admin.caller, 'select public.add_record_note($1, $2, $3)', [
    'orders',
    order.id,
    'Paid from account 1234567890, reference 100004261122153012345678901234',
  ])
})

describe('a reason that staff give anywhere else', () => {
  const bvn = 'The BVN 22345678901 is not yours'
  const insert = async (text: string) =>
    (await app.owner.query<{ id: string }>(`insert into public.${text} returning id`)).rows[0]?.id ?? ''
  const order = async (changes = '') => {
    const { id } = await submitOrder(app, await app.addPerson())
    if (changes) await app.owner.query(`update public.orders set ${changes} where id = $1`, [id])
    return id
  }
  const decline = (table: string) =>
    `update public.${table} set status = 'declined', decline_reason = $2 where id = $1`

  it.each([
    ['an order', decline('orders'), 'reason', order],
    [
      'an order that is opened again',
      'select public.reopen_order($1, $2)',
      'reason',
      () => order(`status = 'approved'`).then(complete),
    ],
    [
      'credit terms',
      'select public.set_credit_terms($1, $2)',
      'credit_terms_reason',
      () => order('total_amount_kobo = 5000000'),
    ],
    [
      'a partnership',
      decline('partnership_applications'),
      'reason',
      () =>
        insert(`partnership_applications
          (partnership_type, company_name, contact_person, email, phone, country, business_description)
          values ('strategic', 'Obi Foods', 'Ada Obi', 'ada@example.com', '08039990000', 'Ghana', 'Rice')`),
    ],
    [
      'a job',
      decline('job_applications'),
      'reason',
      () =>
        insert(`job_applications (full_name, email, phone, cv_path, cv_name, cv_type, cv_bytes)
          values ('Ada Obi', 'ada@example.com', '08039990000', gen_random_uuid() || '.pdf', 'cv.pdf', 'application/pdf', 9)`),
    ],
    [
      'a listing',
      `update public.products set status = 'hidden', review_note = $2 where id = $1`,
      'review_note',
      () =>
        insert(`products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
          values ('Rice', 'Grains', 'A farm', 'Keffi', 50, 'kg', 4500000)`),
    ],
    [
      'a template',
      'update public.decline_reasons set body = $2 where id = $1',
      'body',
      () => insert(`decline_reasons (body) values ('Too far away')`),
    ],
    [
      'a person who leaves',
      'select public.deactivate_staff($1, $2)',
      'reason',
      async () => (await app.addPerson({ role: 'content' })).id,
    ],
  ])('of %s holds no number that belongs in the vault', async (_, text, hint, make) => {
    const id = await make()
    expect(await app.refusalOf(withSecondFactor(admin), text, [id, bvn])).toMatchObject({ ...refusal, hint })
    await app.as(withSecondFactor(admin), text, [id, 'The number is not yours'])
    const { rows } = await app.owner.query('select from public.audit_trail where after::text like $1', [
      '%22345678901%',
    ])
    expect(rows).toEqual([])
  })

  async function complete(id: string) {
    await app.owner.query(`update public.orders set status = 'completed' where id = $1`, [id])
    return id
  }
})
