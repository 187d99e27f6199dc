/** The public forms: checks in their order, values preserved, thanks and an empty form, mail, and no scripts at all. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { expectToast, forgetFiles, holdCall, waitForMail, waitForToastPlace } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { enterAnswers } from '../registrations/pass-steps.ts'
import { phone, useStage } from '../stage.ts'

// One address sends everything here.
const stage = useStage({ FORM_LIMITS_FACTOR: '3' })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-live]').waitFor()
}

async function count(sql: string, value: string): Promise<number> {
  const { rows } = await asOwner(stage.app.databaseUrl, (client) =>
    client.query<{ n: number }>(`select count(*)::int as n from ${sql} = $1`, [value]),
  )
  return rows[0]?.n ?? -1
}

const partnership = {
  companyName: 'Lowland Foods BV',
  contactPerson: 'Ada Obi',
  phone: '0803 123 4567',
  country: 'Netherlands',
  address: '1 Quay',
  businessDescription: 'We import cocoa and sesame.',
  experience: 'Ten years',
  investmentCapacity: '€200,000',
  expectedRevenue: '€1 million',
  marketingStrategy: 'Trade fairs.',
}

async function fillPartnership(page: Page, email: string): Promise<void> {
  await enterAnswers(page, 'partnership', { partnershipType: 'strategic', ...partnership, email })
}

const submitPartnership = (page: Page) => page.getByRole('button', { name: 'Submit Application' }).click()

describe('the partnership application', () => {
  it('asks for the terms first and for the required fields second, and keeps what was typed', async () => {
    const page = await stage.newPage()
    await open(page, '/franchise-partnership')
    await page.locator('#partnership-experience').fill('Ten years')
    await submitPartnership(page)
    await expectToast(page, 'Please accept the terms and conditions to proceed.')
    await page.locator('#partnership-termsAccepted').check()
    await submitPartnership(page)
    await expectToast(page, 'Please fill in all required fields.')
    const wrong = page.locator('form[aria-label="Partnership Application Form"] [aria-invalid=true]')
    expect(await wrong.evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))).toEqual([
      'partnershipType',
      'companyName',
      'contactPerson',
      'email',
      'phone',
      'country',
      'businessDescription',
    ])
    await page.locator('.summary').getByRole('link', { name: 'Company name is required' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('partnership-companyName')
    // What was mended is not said any more, before it is sent again; the rest is.
    await page.locator('#partnership-companyName').fill(partnership.companyName)
    await page.getByText('Company name is required').waitFor({ state: 'detached' })
    expect(await wrong.count()).toBe(6)
    expect(await page.locator('#partnership-experience').inputValue()).toBe('Ten years')
    expect(await page.locator('#partnership-termsAccepted').isChecked()).toBe(true)
  })

  it('has the rows and types that fit its answers', async () => {
    const page = await stage.newPage()
    await open(page, '/franchise-partnership')
    const attribute = (name: string, key: string) => page.locator(`#partnership-${name}`).getAttribute(key)
    expect(await attribute('address', 'rows')).toBe('2')
    expect(await attribute('businessDescription', 'rows')).toBe('3')
    expect(await attribute('marketingStrategy', 'rows')).toBe('3')
    expect(await attribute('email', 'type')).toBe('email')
    expect(await page.locator('#partnership-partnershipType option').allInnerTexts()).toEqual([
      'Choose a type',
      'Franchise Partner',
      'Business Representative',
      'Strategic Partnership',
      'Distribution Partner',
    ])
  })

  it('is stored once, thanked for, confirmed by mail, and every field is empty again', async () => {
    const page = await stage.newPage()
    const email = 'partner@example.com'
    await open(page, '/franchise-partnership')
    await fillPartnership(page, email)
    await page.locator('#partnership-termsAccepted').check()
    const call = await holdCall(page, '**/forms/partnership')
    await submitPartnership(page)
    const busy = page.getByRole('button', { name: 'Submitting Application...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    call.release()
    await expectToast(page, 'Partnership application submitted successfully! We will contact you soon.')
    const panel = page.locator('.sent-panel')
    await panel.getByText('What you sent').click()
    await panel.getByText(partnership.companyName).waitFor()
    expect(await panel.getByRole('link', { name: 'Read the terms' }).getAttribute('href')).toBe('/terms')
    await expectSound(page)
    await panel.getByRole('button', { name: 'Send another' }).click()
    for (const name of Object.keys(partnership))
      expect(await page.locator(`#partnership-${name}`).inputValue(), name).toBe('')
    expect(await page.locator('#partnership-termsAccepted').isChecked()).toBe(false)
    expect(await count('public.partnership_applications where email', email)).toBe(1)
    await waitForMail(stage.app, email, /./)
  })

  it('keeps everything when the line breaks, and the second try is the same application', async () => {
    const page = await stage.newPage()
    const email = 'second-try@example.com'
    await open(page, '/franchise-partnership')
    await fillPartnership(page, email)
    await page.locator('#partnership-termsAccepted').check()
    // The application arrives; the answer does not.
    let isFirst = true
    await page.route('**/forms/partnership', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      await route.fetch()
      await route.abort('connectionreset')
    })
    stage.expectError(/ERR_CONNECTION_RESET/)
    await submitPartnership(page)
    await page.locator('.notice-warn').waitFor()
    expect(await page.locator('#partnership-companyName').inputValue()).toBe(partnership.companyName)
    await submitPartnership(page)
    await expectToast(page, 'Partnership application submitted successfully! We will contact you soon.')
    expect(await count('public.partnership_applications where email', email)).toBe(1)
  })

  it('gives back what was typed after a reload, but no agreement, and nothing once it was taken', async () => {
    const page = await stage.newPage({ viewport: phone })
    const email = 'reloaded@example.com'
    await open(page, '/franchise-partnership')
    await fillPartnership(page, email)
    await page.locator('#partnership-termsAccepted').check()
    await page.reload()
    await expect.poll(() => page.locator('#partnership-email').inputValue()).toBe(email)
    expect(await page.locator('#partnership-partnershipType').inputValue()).toBe('strategic')
    for (const [name, value] of Object.entries(partnership))
      expect(await page.locator(`#partnership-${name}`).inputValue(), name).toBe(value)
    expect(await page.locator('#partnership-termsAccepted').isChecked()).toBe(false)
    await page.locator('#partnership-termsAccepted').check()
    await submitPartnership(page)
    await expectToast(page, 'Partnership application submitted successfully! We will contact you soon.')
    await page.reload()
    await page.locator('html[data-live]').waitFor()
    expect(await page.locator('#partnership-email').inputValue()).toBe('')
  })
})

describe('the message form', () => {
  it('wants one way back, and takes a message with a phone number alone', async () => {
    const page = await stage.newPage()
    await open(page, '/contact')
    await page.locator('#contact-name').fill('Ada Obi')
    await page.locator('#contact-message').fill('Do you buy sesame in Keffi?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.locator('.summary').getByText('Please give an email address or a phone number').waitFor()
    await page.locator('#contact-phone').fill('0803 999 0000')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page
      .locator('.sent-panel')
      .getByText('Thank you. We have your message and will answer it.')
      .waitFor()
    // Its heading has the focus and says it: no message over the page repeats it.
    expect(await page.locator('.toast').count()).toBe(0)
    await page.getByRole('button', { name: 'Send another' }).click()
    expect(await page.locator('#contact-message').inputValue()).toBe('')
    expect(await count('public.contact_messages where phone', '+2348039990000')).toBe(1)
  })

  it('thanks once for a double tap, where the person looks, and takes the next message', async () => {
    const page = await stage.newPage({ viewport: phone })
    await open(page, '/contact')
    const send = page.getByRole('button', { name: 'Send message' })
    const write = async () => {
      await page.locator('#contact-name').fill('Ada Obi')
      await page.locator('#contact-phone').fill('0803 999 0001')
      await page.locator('#contact-message').fill('Do you buy sesame in Keffi?')
    }
    const answered = () => page.waitForResponse((response) => response.url().includes('/forms/contact'))
    await write()
    const first = answered()
    await send.dblclick()
    await first
    const thanks = page.getByRole('main').getByText('Thank you. We have your message and will answer it.')
    await thanks.waitFor()
    expect(await page.locator('.summary').count()).toBe(0)
    expect(await page.locator('.toast').count()).toBe(0)
    const hasFocus = () => thanks.evaluate((element) => Boolean(document.activeElement?.contains(element)))
    await expect.poll(hasFocus).toBe(true)
    const seen = await thanks.evaluate((element) => element.getBoundingClientRect().toJSON())
    expect(seen.top).toBeGreaterThan(0)
    expect(seen.bottom).toBeLessThan(phone.height)
    await page.getByRole('button', { name: 'Send another' }).click()
    await write()
    const second = answered()
    await send.click()
    await second
    await thanks.waitFor()
    expect(await count('public.contact_messages where phone', '+2348039990001')).toBe(2)
  })
})

describe('the job application', () => {
  const cv = {
    name: 'cv.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
  }

  it('wants a CV that is one, of at most 2 MB', async () => {
    const page = await stage.newPage()
    await open(page, '/careers/general')
    const send = page.getByRole('button', { name: 'Send application' })
    await page.locator('#application-fullName').fill('Ada Obi')
    await page.locator('#application-email').fill('applicant@example.com')
    await page.locator('#application-phone').fill('0803 123 4567')
    const said = (sentence: string) => page.locator('.summary').getByText(sentence).waitFor()
    await send.click()
    await said('Please attach your CV as a PDF, DOC or DOCX file')
    await page.locator('#application-cv').setInputFiles({ ...cv, buffer: Buffer.alloc(2 * 1024 * 1024 + 1) })
    await send.click()
    await said('The CV must be at most 2 MB')
    await page.locator('#application-cv').setInputFiles({ ...cv, buffer: Buffer.from('MZ not a document') })
    await send.click()
    await said('Please attach your CV as a PDF, DOC or DOCX file')
    expect(await page.locator('#application-fullName').inputValue()).toBe('Ada Obi')
    await page.locator('#application-cv').setInputFiles(cv)
    await send.click()
    await page
      .locator('.sent-panel')
      .getByText('Thank you. We have your application and will write to you.')
      .waitFor()
    expect(await page.locator('.toast').count()).toBe(0)
    expect(await count('public.job_applications where email', 'applicant@example.com')).toBe(1)
    await waitForMail(stage.app, 'applicant@example.com', /./)
  })
})

describe('a message of the site on a phone', () => {
  it('never lies over the link that the focus is on, to the last of the page', async () => {
    const page = await stage.newPage({ viewport: phone })
    await open(page, '/franchise-partnership')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await waitForToastPlace(page)
    await page.locator('#partnership-companyName').focus()
    const covered: string[] = []
    for (let stops = 0; stops < 60; stops++) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(() => {
        const element = document.activeElement
        const card = document.querySelector('.toast')?.getBoundingClientRect()
        if (!element || !card || element === document.body || element.closest('.toast')) return null
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const isCovered = right > card.left && left < card.right && bottom > card.top && top < card.bottom
        return { text: element.textContent, isCovered }
      })
      if (!stop) break
      if (stop.isCovered) covered.push(stop.text ?? '')
      if (stop.text === 'Privacy' && stops > 20) break
    }
    expect(covered).toEqual([])
  })

  it('never lies over the field that a user types in', async () => {
    const page = await stage.newPage({ viewport: phone })
    await open(page, '/franchise-partnership')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    const card = page.locator('.toast')
    await waitForToastPlace(page)
    for (const name of ['companyName', 'email', 'phone', 'businessDescription']) {
      const field = page.locator(`#partnership-${name}`)
      // As near to an edge as a field can be when it is tapped.
      for (const block of ['start', 'end'] as const) {
        await field.evaluate((element, edge) => element.scrollIntoView({ block: edge }), block)
        await field.focus()
        const [box, message] = [await field.boundingBox(), await card.boundingBox()]
        if (!box || !message) throw new Error('not on the screen')
        expect([name, block, box.y >= message.y + message.height]).toEqual([name, block, true])
        expect([name, block, box.y + box.height <= phone.height]).toEqual([name, block, true])
      }
    }
  })
})

describe('the newsletter box', () => {
  it('gives one answer to everybody, and begins only with the link in the mail', async () => {
    const page = await stage.newPage()
    await open(page, '/agriculture')
    const box = page.getByRole('form', { name: 'Newsletter' })
    const answer =
      'Please check your inbox: if this address is not subscribed yet, a link to confirm it is on its way.'
    await box.getByRole('textbox').fill('no address')
    await box.getByRole('button', { name: 'Subscribe' }).click()
    await box.getByText('Please enter a valid email address').waitFor()
    await box.getByRole('textbox').fill('reader@example.com')
    await box.getByRole('button', { name: 'Subscribe' }).click()
    await box.getByText(answer).waitFor()
    expect(await box.getByRole('textbox').inputValue()).toBe('')
    const mail = await waitForMail(stage.app, 'reader@example.com', /./)
    const link = mail.links.find((url) => url.includes('/newsletter/'))
    await page.goto(link ?? '')
    if (await page.getByRole('button').count()) await page.getByRole('button').first().click()
    await page.getByText('You are subscribed. Thank you.').waitFor()
    await open(page, '/agriculture')
    await box.getByRole('textbox').fill('reader@example.com')
    await box.getByRole('button', { name: 'Subscribe' }).click()
    await box.getByText(answer).waitFor()
    expect(await page.locator('.toast').count()).toBe(0)
  })

  it('stays where it is, with what was typed, while there is no line', async () => {
    const page = await stage.newPage()
    await open(page, '/terms')
    const box = page.getByRole('form', { name: 'Newsletter' })
    await box.getByRole('textbox').fill('offline@example.com')
    // What sends it comes when it is used, and an earlier visit may have left it on the device.
    await forgetFiles(page)
    stage.expectError(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await box.getByRole('button', { name: 'Subscribe' }).click()
    await box.getByText('You are offline. Check your connection, then try again.').waitFor()
    expect(await box.getByRole('textbox').inputValue()).toBe('offline@example.com')
    expect(new URL(page.url()).pathname).toBe('/terms')
    await page.context().setOffline(false)
    await box.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('Please check your inbox').first().waitFor()
  })
})

describe('without scripts', () => {
  it('a message can be sent, and a wrong one comes back with everything that was typed', async () => {
    const page = await stage.newPage({ scripts: false })
    await page.goto('/contact')
    await page.locator('#contact-name').fill('Ada Obi')
    await page.locator('#contact-message').fill('Do you buy sesame in Keffi?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.locator('[name=message]').inputValue()).toBe('Do you buy sesame in Keffi?')
    await page.locator('[name=email]').fill('no-scripts@example.com')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Thank you. We have your message and will answer it.').waitFor()
    expect(await count('public.contact_messages where email', 'no-scripts@example.com')).toBe(1)
  })
})
