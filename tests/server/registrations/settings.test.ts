// What the operator sets about the registration forms holds in the page, on the server and in the database alike.
import { afterAll, describe, expect, it } from 'vitest'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { createApplicant } from './applicant.ts'

const app = await startApp({ COLLECT_BVN: 'false', ESTABLISHED_YEAR_MAX: '2024' })
const guest = createApplicant({ url: app.url, publishableKey: app.keys.publishableKey })
afterAll(() => app.stop())

const bare = async (path: string) => (await fetch(app.url + path)).text()

describe('with the BVN switched off', () => {
  it('no Nigerian is asked for one, and one that is sent all the same is stored nowhere', async () => {
    expect(await bare('/investor-form/individual')).toMatch(/collectBvn\\?",false/)
    const { bvn: _, ...answers } = goodRegistrations.investor_individual
    expect((await guest.submit('investor_individual', { answers })).status).toBe(201)
    expect((await guest.submit('investor_individual')).status).toBe(201)
    const stored = await asOwner(app.databaseUrl, async (client) => {
      const { rows } = await client.query<{ field: string }>(
        'select distinct field from app_vault.secrets order by 1',
      )
      return rows.map(({ field }) => field)
    })
    expect(stored).toEqual(['accountNumber', 'dateOfBirth', 'idNumber'])
  })

  it('an attempt is the same by what the person sent, not by what the setting makes of it', async () => {
    const request = await guest.request('investor_individual')
    const { body: first } = await guest.submit('investor_individual', request)
    const again = (change: object) =>
      guest.submit('investor_individual', { ...request, answers: { ...request.answers, ...change } })
    // Sent as well, and dropped by the setting: a page of before the switch repeats it, and is known by it afterwards.
    expect((await again({ bvn: '12345678902' })).body).toMatchObject({ code: 'conflict' })
    expect((await again({ bvn: ' 1234 567 8901', phone: '0803-123-4567' })).body).toMatchObject({
      id: first.id,
    })
  })
})

describe('with a last year for the founding of a company', () => {
  it('that year is taken and the next is refused, in the words of the rule', async () => {
    expect(await bare('/investor-form/corporate')).toMatch(/establishedYearMax\\?",2024/)
    const input = (establishedYear: string) => ({
      answers: { ...goodRegistrations.investor_corporate, establishedYear },
    })
    expect((await guest.submit('investor_corporate', input('2025'))).body).toMatchObject({
      ok: false,
      errors: [{ field: 'establishedYear', message: 'Year established must be from 1900 to 2024' }],
    })
    expect((await guest.submit('investor_corporate', input('2024'))).status).toBe(201)
  })
})
