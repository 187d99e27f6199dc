/** The tracking page in a browser: who registers without an account, and what is done on the page of their link. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { consentTexts } from '#domain/consents.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { type Applicant, createApplicant } from '#tests/server/registrations/applicant.ts'
import { waitForMail } from '../actions.ts'
import { desktop, type Stage } from '../stage.ts'

/** An applicant without an account, and an admin who sees their registrations. */
export function useTracking(stage: Stage) {
  let applicant: Applicant
  let admin: Person

  beforeAll(async () => {
    applicant = createApplicant({ url: stage.app.url, publishableKey: stage.app.keys.publishableKey })
    admin = await stage.app.newAdmin()
  })

  return {
    get applicant() {
      return applicant
    },
    get admin() {
      return admin
    },
    /** Rows of a statement that no rule holds back. */
    sql: <Row>(text: string, values: unknown[] = []) =>
      asOwner(stage.app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[]),
    async register(
      form: RegistrationFormName,
      answers: Record<string, unknown> = goodRegistrations[form],
    ): Promise<RegistrationReceived> {
      const { status, body } = await applicant.submit(form, {
        answers,
        consents: [consentTexts.terms, ...(form === 'training' ? [consentTexts.guardian] : [])],
      })
      expect(status).toBe(201)
      return body
    },
    async openTracking(path: string | null, viewport = desktop): Promise<Page> {
      const page = await stage.newPage({ viewport })
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
      })
      await page.goto(path ?? '')
      await page.getByRole('heading', { level: 1, name: 'Your application' }).waitFor()
      // The console of the browser has no error: that it is no order is none.
      expect(refused).toEqual([])
      return page
    },
    requestCorrection: (
      { recordType, id }: RegistrationReceived,
      notes: { field: string; note: string }[],
      message = 'Please look at this again.',
    ) =>
      admin.client
        .rpc('request_correction', { record_type: recordType, record_id: id, notes, message })
        .throwOnError(),
    /** Has the form mail a code to this address; answers what the mail says. */
    async mailedCode(form: Locator, email: string): Promise<string> {
      await form.getByRole('button', { name: `Send a code to ${email[0]}•••@example.com` }).click()
      const mail = await waitForMail(stage.app, email, /Your code/)
      return /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
    },
  }
}

/** What was sent is folded. */
export async function openAnswers(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'What you sent' }).click()
}

export async function takeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Take back:/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
}
