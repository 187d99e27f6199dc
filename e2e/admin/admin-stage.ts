/** The admin area in a browser: its people, its rows, and how a page of it is opened. */
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { orderAnswers } from '../actions.ts'
import { expectFits, expectSound, expectUsable } from '../expect-sound.ts'
import { desktop, useStage } from '../stage.ts'

/** A stage with an admin and a buyer, who are there once the tests run. */
export function useAdmin(env?: Record<string, string>) {
  const stage = useStage(env)
  let buyer: Person
  let admin: Person

  beforeAll(async () => {
    ;[buyer, admin] = await Promise.all([stage.app.newPerson(), stage.app.newAdmin()])
  })

  const sql = <Row>(text: string, values: unknown[] = []) =>
    asOwner(stage.app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])

  return {
    stage,
    get buyer() {
      return buyer
    },
    get admin() {
      return admin
    },
    /** Rows of a statement that no rule holds back. */
    sql,
    /** A page of the admin's, once its list is there. */
    async openAdmin(path: string, viewport = desktop): Promise<Page> {
      const page = await stage.newPage({ as: admin, viewport })
      await page.goto(path)
      await page.getByText(/^\d+ found/).waitFor()
      return page
    },
    /** "PLACE farm 1" is the newest of these. */
    async addFarmers(place: string, count: number): Promise<void> {
      await sql(
        `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown, created_at)
         select $1 || ' farm ' || n, $1, 'Ada Obi', 'farmer-' || n || '@example.com', '+2348031234567', '{Maize}',
           now() - n * interval '1 minute'
         from generate_series(1, $2::integer) as n`,
        [place, count],
      )
    },
    /** The buyer's. */
    async placeOrder(product = 'Ginger'): Promise<{ id: string; code: string }> {
      const request = { ...orderAnswers, email: buyer.email, product }
      return mustWork(
        await buyer.client.rpc('submit_order', { request, idempotency_key: crypto.randomUUID() }),
      ) as { id: string; code: string }
    },
  }
}

export function row(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

/** As by a link to it: nothing is loaded again but what the place needs, a quarter of the time of a page that is opened. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    // React Router's own.
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: {
        navigate(to: string): Promise<void>
        subscribe(told: (state: { navigation: { state: string } }) => void): () => void
      }
    }
    // The promise of a navigation that another one replaced may stay open.
    await new Promise<void>((done) => {
      const stop = router.subscribe(({ navigation }) => {
        if (navigation.state !== 'idle') return
        stop()
        done()
      })
      void router.navigate(to)
    })
    // Until it is drawn, the place before is what is seen.
    await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }))
  }, path)
}

/** Another list of the desk, as by a link to it, once it is there. */
export async function goToList(page: Page, path: string): Promise<void> {
  await goWithin(page, path)
  await page
    .locator('.records:not(:has(table[aria-busy])) .list-found')
    .getByText(/^[\d,]+ found/)
    .waitFor()
}

/** A state that was looked at in another size, from which the narrowest screens are the same. */
export async function expectSoundAgain(page: Page, where: string): Promise<void> {
  await expectFits(page, where)
  await expectUsable(page, where)
}

/** One state at each of these sizes, named by its path unless it has a name. */
export async function expectSoundAt(
  page: Page,
  [first, ...others]: readonly [typeof desktop, ...(typeof desktop)[]],
  where = new URL(page.url()).pathname,
): Promise<void> {
  await page.setViewportSize(first)
  await expectSound(page, `${where} at ${first.width} px`)
  for (const size of others) {
    await page.setViewportSize(size)
    await expectSoundAgain(page, `${where} at ${size.width} px`)
  }
}

/** An order that nobody has quoted: its approval asks first. */
export async function approveUnpriced(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: `Approve order ${code}` }).click()
  const question = page.getByRole('dialog', { name: `Approve order ${code} without a price?` })
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
}

/** What is asked of the database from here on, as 'PATCH orders'. */
export function listRequests(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/'))
      seen.push(`${request.method()} ${new URL(request.url()).pathname.split('/').at(-1)}`)
  })
  return seen
}
