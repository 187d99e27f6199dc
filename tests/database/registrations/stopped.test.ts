// A registration whose person has taken back a consent that it needs, as the desk sees it; that nobody approves it: people.test.ts.
import { afterAll, expect, it } from 'vitest'
import { service } from '#tests/harness/migrated-database.ts'
import { hashToken, openReview } from './registration-intake.ts'

const { app, intake, admin, requestCorrection, resubmit } = await openReview()
afterAll(() => app.close())

it('has it in its history, no clock, and is not late; agreed again, it runs', async () => {
  const sent = await intake.send('farmer')
  const { id } = sent.stored
  await app.owner.query(`update public.farmers set created_at = now() - interval '60 days' where id = $1`, [
    id,
  ])
  const seen = async () => {
    const { rows: history } = await app.as<{ to_value: string; actor_role: string }>(
      admin.caller,
      `select to_value, actor_role from public.record_history('farmers', $1) where axis = 'consent'`,
      [id],
    )
    const { rows: late } = await app.as<{ count: string; place: { late: number } }>(
      admin.caller,
      `select (public.find_records('farmers', only_overdue => true)).count,
        public.admin_places() -> 'farmers' as place`,
    )
    const { rows: work } = await app.as<{ due_at: Date | null; stopped_at: Date | null }>(
      admin.caller,
      `select due_at, stopped_at from public.find_record_work('farmers', array[$1]::uuid[])`,
      [id],
    )
    return {
      history: history.map(({ to_value, actor_role }) => [to_value, actor_role]),
      isDue: work[0]?.due_at !== null,
      isStopped: work[0]?.stopped_at !== null,
      late: [Number(late[0]?.count), late[0]?.place.late],
    }
  }
  const before = await seen()
  expect(before).toMatchObject({ history: [], isDue: true, isStopped: false })
  const [inList = 0, inPlace = 0] = before.late
  await app.as(service, 'select public.withdraw_tracked_consent($1, $2)', [hashToken(sent.token), 'terms'])
  expect(await seen()).toEqual({
    history: [['stopped', 'applicant']],
    isDue: false,
    isStopped: true,
    late: [inList - 1, inPlace - 1],
  })
  await app.as(service, 'select public.renew_tracked_consent($1, $2)', [hashToken(sent.token), 'terms'])
  expect(await seen()).toEqual({
    ...before,
    history: [
      ['renewed', 'applicant'],
      ['stopped', 'applicant'],
    ],
  })
})

it('waits for its person: neither the side bar, the home, the list of what is pending nor the corrections count it', async () => {
  const sent = await intake.send('farmer')
  const { id } = sent.stored
  await requestCorrection(sent.stored, 'farmName')
  await resubmit(sent, { answers: { farmName: 'Another Farm' } })
  await app.as(admin.caller, `select public.assign_record('farmers', $1, $2)`, [id, admin.id])
  const seen = async () => {
    const { rows } = await app.as<Record<string, number | string[]>>(
      admin.caller,
      `select (places -> 'farmers' ->> 'waiting')::int as place, (places -> 'corrections' ->> 'waiting')::int as corrections,
        (public.admin_counts() -> 'farmers' ->> 'pending')::int as card,
        (public.find_records('farmers', 'pending')).count::int as pending,
        (public.find_records('farmers', 'stopped')).count::int as stopped,
        (select count(*)::int from public.correction_states where status = 'answered') as answered,
        (public.admin_home() -> 'mine' ->> 'count')::int as mine
       from public.admin_places() as places`,
    )
    return rows[0]
  }
  const before = await seen()
  const { place = 0, corrections = 0, mine = 0, stopped = 0 } = before ?? {}
  expect(before).toMatchObject({ card: place, pending: place, answered: corrections })
  expect(corrections).toBeGreaterThan(0)
  await app.as(service, 'select public.withdraw_tracked_consent($1, $2)', [hashToken(sent.token), 'terms'])
  expect(await seen()).toEqual({
    ...{ place: Number(place) - 1, card: Number(place) - 1, pending: Number(place) - 1 },
    ...{ corrections: Number(corrections) - 1, answered: Number(corrections) - 1 },
    ...{ mine: Number(mine) - 1, stopped: Number(stopped) + 1 },
  })
  await app.as(service, 'select public.renew_tracked_consent($1, $2)', [hashToken(sent.token), 'terms'])
  expect(await seen()).toEqual(before)
})

it('that was stopped in time is promised from when it was agreed to again; one that was late already stays late', async () => {
  const due = async (age: string) => {
    const { stored, token } = await intake.send('farmer')
    await app.as(service, 'select public.withdraw_tracked_consent($1, $2)', [hashToken(token), 'terms'])
    await app.owner.query('update public.farmers set created_at = now() - $2::interval where id = $1', [
      stored.id,
      age,
    ])
    await app.owner.query(
      `begin; set local session_replication_role = replica;
       update public.consents set created_at = now() - interval '30 days' where record_id = '${stored.id}' and not is_given; commit`,
    )
    await app.as(service, 'select public.renew_tracked_consent($1, $2)', [hashToken(token), 'terms'])
    const { rows } = await app.owner.query<{ is_late: boolean; next_step: string }>(
      `select due_at < now() as is_late, next_step from private.farmers_list as list
       join private.registrations as record using (id) where id = $1`,
      [stored.id],
    )
    return rows[0]
  }
  expect(await due('31 days')).toEqual({
    is_late: false,
    next_step: expect.stringContaining('A person reads it within'),
  })
  expect(await due('60 days')).toEqual({
    is_late: true,
    next_step: expect.stringContaining('It takes longer'),
  })
})

it('is stopped once, and agreed to again once nothing that it needs is missing; what lies between has names of its own', async () => {
  const { stored } = await intake.send('training')
  const note = (purpose: string, isGiven: boolean) =>
    app.owner.query(
      `insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel)
       values ('training_enrolments', $1, $2, '1', $3, 'web')`,
      [stored.id, purpose, isGiven],
    )
  const kinds = async () =>
    (
      await app.owner.query<{ kind: string }>(
        `select kind from private.consent_changes('training_enrolments', $1) order by id`,
        [stored.id],
      )
    ).rows.map(({ kind }) => kind)
  await app.owner.query('update public.training_enrolments set is_minor = true where id = $1', [stored.id])
  await note('guardian', true)
  await note('guardian', false)
  await note('terms', false)
  await note('guardian', true)
  expect(await kinds()).toEqual(['stopped', 'taken_back', 'agreed_to_one'])
  await note('terms', true)
  expect(await kinds()).toEqual(['stopped', 'taken_back', 'agreed_to_one', 'renewed'])
})
