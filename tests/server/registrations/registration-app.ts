// An application that takes registrations, and people who send them, each from an address of their own.
import { randomUUID } from 'node:crypto'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { type Person, startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { type Applicant, createApplicant } from './applicant.ts'

const recordTables = ['farmers', 'training_enrolments', 'buyers', 'investors']

export async function openRegistrationApp(env: Record<string, string> = {}) {
  const app = await startApp({ TRUSTED_PROXIES: 'loopback', ...env })
  let addresses = 0

  const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    asOwner(app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])
  const count = async (table: string) =>
    Number((await sql<{ count: string }>(`select count(*) from ${table}`))[0]?.count)

  return {
    ...app,
    sql,
    count,
    countRecords: async () =>
      (await Promise.all(recordTables.map((table) => count(`public.${table}`)))).reduce(
        (sum, one) => sum + one,
      ),
    /** The names of all photos that storage has. */
    listPhotos: async () =>
      (await sql<{ name: string }>(`select name from storage.objects where bucket_id = 'selfies'`)).map(
        ({ name }) => name,
      ),
    /** With a session when it is a person. `sameAddress`: where the one before is. */
    async newApplicant(person?: Person, { sameAddress = false } = {}): Promise<Applicant> {
      const session = (await person?.client.auth.getSession())?.data.session
      if (!sameAddress) addresses += 1
      return createApplicant({
        url: app.url,
        publishableKey: app.keys.publishableKey,
        address: `198.51.100.${addresses}`,
        ...(session && { accessToken: session.access_token }),
      })
    },
  }
}

export type RegistrationApp = Awaited<ReturnType<typeof openRegistrationApp>>

/** Good answers with an address of their own. */
export function withEmail(form: RegistrationFormName) {
  const email = `${randomUUID()}@example.com`
  const field = form === 'investor_corporate' ? 'contactPersonEmail' : 'email'
  return { email, answers: { ...goodRegistrations[form], [field]: email } }
}
