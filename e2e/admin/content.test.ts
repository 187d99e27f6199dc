/** Content in a browser: edited from the page where it is read, with nothing for visitors; facts in groups, and a logo; terms and privacy by version. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectPath, expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { allScreens, desktop, phone } from '../stage.ts'
import { expectSoundAt, goWithin, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql } = adminPages

beforeAll(async () => {
  await addSecondFactor(adminPages.admin)
  await sql(`insert into public.board_members (id, name, position, bio, type, is_published)
    overriding system value values (70, 'Ngozi Bello', 'Chair', 'Grows rice in Nasarawa.', 'board', true)`)
})

describe('a public page', () => {
  it('is edited where it is read by those who may, and has nothing of it for anybody else', async () => {
    const html = await (await fetch(`${stage.app.url}/board`)).text()
    expect(html).not.toMatch(/edit-marks|admin\/content/)
    const theirs = await stage.newPage({ as: adminPages.buyer })
    const scripts: string[] = []
    theirs.on('request', (request) => {
      if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url())
    })
    const roleRead = theirs.waitForResponse('**/rest/v1/user_roles*')
    await theirs.goto('/board')
    await roleRead
    await theirs.waitForLoadState('networkidle')
    const codes = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
    // The session is looked up, and that is all.
    expect(codes.some((code) => code.includes('user_roles'))).toBe(true)
    expect(codes.some((code) => code.includes('Edit this page'))).toBe(false)

    const page = await stage.newPage({ as: adminPages.admin })
    await page.goto('/board')
    const mark = page.getByRole('link', { name: 'Edit: Ngozi Bello' })
    await mark.waitFor()
    // It stands in the corner of its own block.
    const [block, place] = [
      await page.locator('#main li, #main article').filter({ hasText: 'Ngozi Bello' }).last().boundingBox(),
      await mark.boundingBox(),
    ]
    expect(place && block && place.x > block.x && place.x < block.x + block.width && place.y >= block.y).toBe(
      true,
    )
    await expectSoundAt(page, [desktop, phone], 'a page with marks')

    await mark.click()
    const form = page.getByRole('form', { name: 'Change Ngozi Bello, Chair' })
    await form.getByLabel('Position').fill('Managing Director')
    await form.getByRole('button', { name: 'Put into the draft' }).click()
    await expectToast(page, 'In the draft', 'Nobody sees it before it is published.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectPath(page, '/board')
    await page.getByText('Managing Director').first().waitFor()
  })

  it('has a mark at its button, which leads to where that leads', async () => {
    const page = await stage.newPage({ as: adminPages.admin })
    // One of all pages, and one of its own in the place of that.
    for (const [path, target] of [
      ['/rural-education', '/farmer-registration?interest={page}'],
      ['/poultry-development', '/poultry-training'],
    ] as const) {
      await page.goto(path)
      const mark = page.getByRole('link', { name: 'Edit: Enroll Now' })
      await mark.waitFor()
      expect(await mark.count()).toBe(1)
      const button = page.locator('#main a.btn', { hasText: 'Enroll Now' }).first()
      const [place, box] = [await mark.boundingBox(), await button.boundingBox()]
      expect(place && box && place.y + place.height <= box.y + 2 && place.y > box.y - 40).toBe(true)
      await expectSound(page, `${path} with the mark of its button`)
      await mark.click()
      await page.getByText('Back to the page').waitFor()
      const form = page.getByRole('form', { name: /^Change Enroll Now/ })
      expect(await form.getByLabel('Leads to').inputValue()).toBe(target)
    }
  })
})

describe('the texts of a page', () => {
  it.each(allScreens)(
    'are opened by a button that covers nothing that is pressed at the head of the page, on %s',
    async (_, viewport) => {
      const page = await stage.newPage({ as: adminPages.admin, viewport })
      await page.goto('/')
      const opener = page.getByRole('button', { name: 'Edit the texts' })
      await opener.waitFor()
      const covered = await opener.evaluate((button) => {
        const own = button.getBoundingClientRect()
        return [
          ...document.querySelectorAll<HTMLElement>('#main :is(a, button), header :is(a, button)'),
        ].flatMap((one) => {
          const { left, right, top, bottom, width } = one.getBoundingClientRect()
          const isBeside = left >= own.right || right <= own.left || top >= own.bottom || bottom <= own.top
          return width > 0 && one.checkVisibility() && !isBeside ? [one.innerText] : []
        })
      })
      expect(covered).toEqual([])
      // It hangs at the edge, upright, and within the height of the screen.
      const box = await opener.boundingBox()
      expect(box && viewport.width - box.x - box.width).toBe(0)
      expect(box?.x).toBeGreaterThan(viewport.width - 30)
      expect(box && box.y > 0 && box.y + box.height < viewport.height).toBe(true)
      await expectSound(page, 'home with the button of its texts')
    },
  )

  it('are changed where they are read, previewed, published for everybody, and put back', async () => {
    const read = async () => (await fetch(`${stage.app.url}/agriculture`)).text()
    const page = await stage.newPage({ as: adminPages.admin })
    await page.goto('/admin/content?of=page_texts')
    await page.getByRole('link', { name: 'Edit the texts of /agriculture' }).click()
    const panel = page.getByRole('complementary', { name: 'Texts of this page' })
    const inDraft = panel.getByText('In the draft: 1 text of this page.')
    await panel.getByRole('button', { name: /^Heading Agriculture Division/ }).waitFor()
    await expectSound(page, 'a page whose texts are edited')
    // Nothing of the header is under the panel.
    const account = page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })
    const [head, beside] = [await account.boundingBox(), await panel.boundingBox()]
    expect(head && beside && head.y + head.height <= beside.y).toBe(true)

    // By a click on the page; what is typed is seen there at once.
    await page.locator('#main h1').click()
    const field = panel.getByLabel('Heading')
    await field.fill('x'.repeat(91))
    await panel.getByText('This has 91 characters; there is room for 90. Shorten it a little.').waitFor()
    await field.fill('Rice, yam & the <port>')
    await page.getByRole('heading', { level: 1, name: 'Rice, yam & the <port>' }).waitFor()
    await panel.getByText('Write plain words: tags such as <b> are not shown.').waitFor()
    await field.fill('Rice, yam & the port')
    await panel.getByRole('button', { name: 'Put into the draft' }).click()
    await inDraft.waitFor()
    expect(await read()).toContain('<h1>Agriculture Division</h1>')

    // What is read in search engines alone has no place on the page.
    await panel.getByRole('button', { name: /^Title in search engines/ }).click()
    await panel.getByText('It is read in search engines, not on the page.').waitFor()
    await panel.getByLabel('Title in search engines').fill('Rice and yam')
    await panel.getByRole('button', { name: 'Put into the draft' }).click()
    await panel.getByText('In the draft: 2 texts of this page.').waitFor()

    // What is typed and not saved is neither published nor lost.
    await panel
      .getByRole('button', { name: /^Introduction/ })
      .first()
      .click()
    const introduction = panel.getByLabel('Introduction')
    await introduction.fill('Rice from Keffi.')
    await introduction.press('Escape')
    await panel.getByRole('button', { name: 'Publish' }).click()
    await panel.getByText('1 text is not kept yet. Put it into the draft, or take it back.').waitFor()
    await page.reload()
    await panel.getByRole('button', { name: /^Introduction Not kept yet/ }).click()
    expect(await introduction.inputValue()).toBe('Rice from Keffi.')
    await panel.getByRole('button', { name: 'Cancel' }).click()

    // A picture in place of the drawing.
    await page.locator('#main .hero-scene').click()
    const { default: sharp } = await import('sharp')
    const photo = sharp({ create: { width: 800, height: 600, channels: 3, background: '#1E5B3A' } })
    const buffer = await photo.jpeg().toBuffer()
    await panel
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'rice.jpg', mimeType: 'image/jpeg', buffer })
    await panel.getByText('Choose a picture, and say in a few words what it shows.').waitFor()
    await panel.getByRole('img', { name: 'The chosen picture' }).waitFor()
    const shows = panel.getByLabel('What it shows')
    await panel.getByRole('button', { name: 'Put into the draft' }).press('Enter')
    await expect.poll(() => shows.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await shows.getAttribute('aria-invalid')).toBe('true')
    await shows.fill('Rice near Keffi')
    await expectSound(page, 'a picture that is chosen')
    await panel.getByRole('button', { name: 'Put into the draft' }).click()
    await panel.getByText('In the draft: 3 texts of this page.').waitFor()

    const [preview] = await Promise.all([
      page.waitForEvent('popup'),
      panel.getByRole('button', { name: 'Preview' }).click(),
    ])
    await preview.getByRole('heading', { level: 1, name: 'Rice, yam & the port' }).waitFor()
    const shown = preview.getByRole('img', { name: 'Rice near Keffi' })
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
    await preview.close()
    const [published] = await Promise.all([
      page.waitForEvent('load'),
      panel.getByRole('button', { name: 'Publish' }).click(),
    ])
    expect(published).toBe(page)
    await expectToast(page, 'Published')
    expect(await read()).toContain('<h1>Rice, yam &amp; the port</h1>')
    expect(await read()).toContain('<title>Rice and yam | ')

    // By keyboard, on a phone.
    await page.setViewportSize(phone)
    const heading = panel.getByRole('button', { name: /^Heading Changed Rice, yam & the port/ })
    await heading.press('Enter')
    await panel.getByRole('region', { name: 'Published before' }).getByText('Rice, yam & the port').waitFor()
    await expectSound(page, 'a text and its versions on a phone')
    await panel.getByRole('button', { name: 'Back to the original text' }).press('Enter')
    expect(await field.inputValue()).toBe('Agriculture Division')
    await panel.getByRole('button', { name: 'Put into the draft' }).press('Enter')
    await inDraft.waitFor()
    await Promise.all([
      page.waitForEvent('load'),
      panel.getByRole('button', { name: 'Publish' }).press('Enter'),
    ])
    expect(await read()).toContain('<h1>Agriculture Division</h1>')
    expect(await sql('select key from public.page_texts order by key')).toEqual([
      { key: 'hero.picture' },
      { key: 'search.metaTitle' },
    ])

    // On the first page the ways in and the areas too.
    await page.setViewportSize(desktop)
    await page.goto('/#edit-texts')
    for (const [place, words] of [
      ['#doors strong', 'I farm'],
      ['.area h3', 'Agriculture'],
    ] as const) {
      await page.locator(`${place}[data-edit-text]`).first().click()
      await expect.poll(() => field.inputValue()).toBe(words)
      await panel.getByRole('button', { name: 'Cancel' }).click()
    }
  })

  const addEditor = async () => {
    const editor = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'content')", [editor.id])
    return editor
  }
  const open = async (as: Awaited<ReturnType<typeof addEditor>>) => {
    const page = await stage.newPage({ as })
    await page.goto('/careers#edit-texts')
    const panel = page.getByRole('complementary', { name: 'Texts of this page' })
    const introduction = panel.getByRole('button', { name: /^Introduction/ }).first()
    await introduction.click()
    return { page, panel, introduction, field: panel.getByLabel('Introduction') }
  }
  const put = { name: 'Put into the draft' }

  it('that a colleague wrote meanwhile are shown, and replaced by what was typed only where that is chosen', async () => {
    const colleague = await addEditor()
    const drafted = async () =>
      (
        await sql<{ text: string }>(
          `select changes -> 0 -> 'values' ->> 'text' as text from public.content_drafts where published_at is null`,
        )
      ).map(({ text }) => text)
    const [theirs, mine] = [await open(colleague), await open(adminPages.admin)]
    await mine.field.fill('My words.')
    await theirs.field.fill('Their words.')
    await theirs.panel.getByRole('button', put).click()
    await theirs.panel.getByText('In the draft: 1 text of this page.').waitFor()

    stage.expectError(/409/)
    await mine.panel.getByRole('button', put).click()
    await mine.panel.getByRole('alert').getByText('Somebody else began a draft in the meantime.').waitFor()
    const newer = mine.panel.getByRole('region', { name: 'What the draft says now' })
    await newer.getByText('Their words.').waitFor()
    await expect.poll(() => newer.evaluate((section) => section === document.activeElement)).toBe(true)
    // Once more is no answer to it.
    await mine.panel.getByRole('button', put).click()
    expect(await mine.field.inputValue()).toBe('My words.')
    expect(await newer.isVisible()).toBe(true)
    expect(await drafted()).toEqual(['Their words.'])

    await newer.getByRole('button', { name: 'Replace it with mine' }).click()
    await mine.panel.getByText('In the draft: 1 text of this page.').waitFor()
    expect(await drafted()).toEqual(['My words.'])

    // What a colleague saved since is seen even where nothing of it was refused, and can be taken over.
    await theirs.panel
      .getByRole('button', { name: /^Introduction/ })
      .first()
      .click()
    await theirs.field.fill('Their other words.')
    await theirs.panel.getByRole('button', put).click()
    const mineNow = theirs.panel.getByRole('region', { name: 'What the draft says now' })
    await mineNow.getByText('My words.').waitFor()
    await mineNow.getByRole('button', { name: 'Use the text of the draft' }).click()
    expect(await theirs.field.inputValue()).toBe('My words.')
    expect(await mineNow.count()).toBe(0)
    await sql('delete from public.content_drafts where published_at is null')
  })

  it('whose draft a colleague began or published meanwhile: it is said as it is, and a keyboard goes on at what is said', async () => {
    const colleague = await addEditor()
    const [theirs, mine] = [await open(colleague), await open(adminPages.admin)]
    await mine.panel.getByRole('button', { name: 'Cancel' }).click()
    await mine.panel
      .getByRole('button', { name: /^Heading/ })
      .first()
      .click()
    await mine.panel.getByLabel('Heading').fill('Work beside us')
    await theirs.field.fill('Their words.')
    await theirs.panel.getByRole('button', put).click()
    await theirs.panel.getByText('In the draft: 1 text of this page.').waitFor()

    // Nothing of this text was written by them: there is the message alone.
    stage.expectError(/409/)
    const refusal = mine.panel.getByRole('alert')
    await mine.panel.getByRole('button', put).press('Enter')
    await refusal.getByText('Somebody else began a draft in the meantime.').waitFor()
    await expect.poll(() => refusal.evaluate((message) => message === document.activeElement)).toBe(true)
    await mine.panel.getByRole('button', put).press('Enter')
    await mine.panel.getByText('In the draft: 2 texts of this page.').waitFor()

    await mine.introduction.click()
    await mine.field.fill('My words.')
    await theirs.page.reload()
    await theirs.introduction.click()
    await theirs.field.fill('Their last words.')
    await theirs.panel.getByRole('button', put).click()
    await theirs.panel.getByText('In the draft: 2 texts of this page.').waitFor()
    await Promise.all([
      theirs.page.waitForEvent('load'),
      theirs.panel.getByRole('button', { name: 'Publish' }).click(),
    ])
    await expectToast(theirs.page, 'Published')

    // There is no draft that could say anything.
    stage.expectError(/404|406|400/)
    await mine.panel.getByRole('button', put).press('Enter')
    await refusal.getByText('This draft is not there any more', { exact: false }).waitFor()
    const onPage = mine.panel.getByRole('region', { name: 'What the page says now' })
    await onPage.getByText('Their last words.').waitFor()
    expect(await mine.panel.getByText('What the draft says now').count()).toBe(0)
    await expect.poll(() => onPage.evaluate((section) => section === document.activeElement)).toBe(true)
    await onPage.getByRole('button', { name: 'Use the text of the page' }).click()
    expect(await mine.field.inputValue()).toBe('Their last words.')
    await mine.panel.getByRole('button', { name: 'Cancel' }).click()

    await goWithin(mine.page, '/admin/content')
    await mine.page
      .getByText('Changed page texts on /careers: introduction. Now: Their last words.')
      .waitFor()
    await sql("delete from public.page_texts where page = 'careers'")
  })
})

describe('a part of the content', () => {
  it('in which nothing stands yet says so', async () => {
    const page = await stage.newPage({ as: adminPages.admin })
    await page.goto('/admin/content?of=stories')
    await page.getByRole('button', { name: /^Add to / }).waitFor()
    await page.getByText('Nothing stands here yet.').waitFor()
  })

  it('names all that is missing in a new row at once', async () => {
    const page = await stage.newPage({ as: adminPages.admin })
    await page.goto('/admin/content?of=courses')
    await page.getByRole('button', { name: 'Add to courses' }).click()
    const form = page.getByRole('form', { name: 'Add to courses' })
    await form.getByRole('button', { name: 'Put into the draft' }).click()
    for (const label of ['Topic', 'Title', 'State', 'Seats'])
      await form.getByText(`${label} must not be empty.`).waitFor()
    const topic = form.getByLabel('Topic')
    await expect.poll(() => topic.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('the facts of the company', () => {
  it('are opened on a phone with their tab in sight', async () => {
    const page = await stage.newPage({ as: adminPages.admin, viewport: phone })
    await page.goto('/admin/content?of=company_facts')
    for (const name of ['Company', 'Board']) {
      const tab = page.getByRole('tab', { name, exact: true })
      await tab.press('Enter')
      await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
      await page.reload()
      await expect
        .poll(async () => {
          const { x, width } = (await tab.boundingBox()) ?? { x: -1, width: 0 }
          return x >= 0 && x + width <= phone.width
        })
        .toBe(true)
    }
  })

  it('stand in groups with their values, and take a logo that the pages show', async () => {
    const page = await stage.newPage({ as: adminPages.admin })
    await page.goto('/admin/content?of=company_facts&back=//elsewhere.example')
    const offices = page.getByRole('region', { name: 'Offices' })
    await offices.getByText('Head office, town').waitFor()
    await offices.getByText('Lagos', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Back to the page' }).count()).toBe(0)
    await expectSound(page, 'the facts')

    await page.getByRole('button', { name: 'Change Logo' }).click()
    const form = page.getByRole('form', { name: 'Change Logo' })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      form.getByLabel('Logo', { exact: true }).setInputFiles({ name, mimeType, buffer })
    stage.expectError(/422/)
    await choose(
      'logo.svg',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    )
    await form.getByText('Please choose a photo: JPEG, PNG or WebP, at most 8 MB').waitFor()
    const { default: sharp } = await import('sharp')
    const drawn = sharp({ create: { width: 900, height: 300, channels: 4, background: '#1E5B3A80' } })
    await choose('logo.png', 'image/png', await drawn.png().toBuffer())
    await form.getByRole('img', { name: 'Logo' }).waitFor()
    await page.setViewportSize(phone)
    await expectSound(page, 'the facts and a logo on a phone')
    await form.getByRole('button', { name: 'Put into the draft' }).click()
    await expectToast(page, 'In the draft', 'Nobody sees it before it is published.')
    await page.getByText('Changed company Logo').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectToast(page, 'Published', 'The pages are drawn again.')
    await page.setViewportSize(desktop)

    const [{ value: path } = { value: '' }] = await sql<{ value: string }>(
      "select value from public.company_facts where key = 'logo'",
    )
    const picture = await fetch(stage.app.url + path)
    expect(picture.headers.get('content-type')).toBe('image/png')
    const { width, hasAlpha } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect([width, hasAlpha]).toEqual([640, true])
    // Pages are drawn again within a moment.
    await expect.poll(async () => (await fetch(`${stage.app.url}/contact`)).text()).toContain(path)
    await page.goto('/contact')
    const shown = page.locator('.site-head img.logo')
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
    expect(await shown.getAttribute('src')).toBe(path)
    expect((await fetch(`${stage.app.url}/share-card.png`)).status).toBe(200)
  })
})

describe('what is no address', () => {
  it('is said at its box when it is put into the draft, and at its row when that is published', async () => {
    const page = await stage.newPage({ as: adminPages.admin })
    await page.goto('/admin/content?of=company_facts')
    await page.getByRole('button', { name: 'Change Email', exact: true }).click()
    const form = page.getByRole('form', { name: 'Change Email' })
    const box = form.getByLabel('Email')
    await box.fill('info at example.com')
    stage.expectError(/400/)
    await form.getByRole('button', { name: 'Put into the draft' }).click()
    await form.getByText('Write an email address, such as info@example.com.').waitFor()
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await box.inputValue()).toBe('info at example.com')
    await expectSound(page, 'a fact that is refused')
    await box.fill('info@example.com')
    await form.getByRole('button', { name: 'Put into the draft' }).click()
    await expectToast(page, 'In the draft')
    // The form is gone with its buttons: who works by keyboard goes on where it was opened.
    const opener = page.getByRole('button', { name: 'Change Email', exact: true })
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
    // As it may stand in a draft from before.
    await sql(
      `update public.content_drafts set changes = jsonb_set(changes, '{0,values,value}', '"nobody"') where published_at is null`,
    )
    const row = page.getByRole('listitem').filter({ hasText: 'Changed company Email' })
    await page.getByRole('button', { name: 'Publish' }).click()
    await row.getByText('Value: Write an email address, such as info@example.com.').waitFor()
    // Of the draft as it was: once it is mended, nothing is wrong there.
    await page.getByRole('button', { name: 'Change Email', exact: true }).click()
    await box.fill('farms@example.com')
    await form.getByRole('button', { name: 'Put into the draft' }).click()
    await row.getByText('farms@example.com').waitFor()
    expect(await page.getByText('Write an email address', { exact: false }).count()).toBe(0)
    await page.getByRole('button', { name: 'Drop the draft' }).click()
    await expectToast(page, 'Draft dropped')
    const none = page.getByText('No draft is open. The first change makes one.')
    await expect.poll(() => none.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('terms and privacy', () => {
  it.each(['terms', 'privacy'])(
    '%s: a draft, then a version, then another; each stays as it was',
    async (kind) => {
      const read = async () => (await fetch(`${stage.app.url}/${kind}`)).text()
      const page = await stage.newPage({ as: adminPages.admin })
      await page.goto('/admin/content')
      await page.getByRole('tab', { name: 'Terms and privacy' }).click()
      const form = page.getByRole('form', { name: `Text of ${kind}` })
      const published = page.getByRole('listitem').filter({ hasText: 'in force' })
      for (const round of [1, 2]) {
        const words = `What we promise about ${kind}, for the ${round}. time.`
        await form.getByLabel('Text').fill(`# Our promise\n\n${words}`)
        await form.getByRole('button', { name: 'Save draft' }).click()
        await expectToast(page, 'Draft saved')
        expect(await read()).not.toContain(words)
        await form.getByRole('button', { name: 'Publish this version' }).click()
        await expectToast(page, 'Published', 'The page is drawn again; earlier versions stay as they were.')
        await expect.poll(read).toContain(words)
        await form.getByRole('button', { name: 'Publish this version' }).waitFor({ state: 'detached' })
      }
      await published.first().waitFor()
      expect(
        await sql('select from public.legal_texts where kind = $1 and published_at is not null', [kind]),
      ).toHaveLength(2)
    },
  )
})

describe('a row of the content', () => {
  it('is not removed while a form of another is being saved', async () => {
    const page = await stage.newPage({ as: adminPages.admin })
    let goOn = () => {}
    const held = new Promise<void>((done) => {
      goOn = done
    })
    await page.route('**/rest/v1/rpc/save_draft*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/admin/content?of=board_members')
    const remove = page.getByRole('button', { name: 'Remove Ngozi Bello', exact: false })
    await page.getByRole('button', { name: 'Add to board' }).click()
    const form = page.getByRole('form', { name: 'Add to board' })
    await form.getByLabel('Name').fill('Ada Obi')
    await form.getByLabel('Position').fill('Director')
    await form.getByLabel('Kind').selectOption('Board member')
    await form.getByLabel('About them').fill('Grows rice in Keffi.')
    await remove.waitFor()
    expect(await remove.isEnabled()).toBe(true)
    await form.getByRole('button', { name: 'Put into the draft' }).click()
    await expect.poll(() => remove.isDisabled()).toBe(true)
    goOn()
    await expectToast(page, 'In the draft', 'Nobody sees it before it is published.')
    await expect.poll(() => remove.isEnabled()).toBe(true)
  })
})
