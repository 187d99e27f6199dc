import { describe, expect, it } from 'vitest'
import {
  draftPageText,
  findTextProblem,
  type PageText,
  wordedPages as pages,
  readDraftedText,
  readPagePicture,
  type WordedPage,
} from './page-texts.ts'
import { fillWords } from './page-words/fill-words.ts'
import { listPageTexts, pageWords } from './page-words/page-words.ts'
import { searchWords } from './page-words/search.ts'

const find = (page: WordedPage, key: string): PageText => {
  const text = listPageTexts(page).find((one) => one.key === key)
  if (!text) throw new Error(`${page} has no ${key}`)
  return text
}

describe('the texts that the site brings', () => {
  it.each(pages)('of %s have one key each, and room for themselves', (page) => {
    const texts = listPageTexts(page)
    expect(new Set(texts.map(({ key }) => key)).size).toBe(texts.length)
    expect(texts.flatMap((text) => findTextProblem(text, text.original) ?? [])).toEqual([])
  })

  it.each(pages)('of %s are each replaced by the row of their key', (page) => {
    const texts = listPageTexts(page)
    const filled = fillWords(
      { ...pageWords[page], search: searchWords[page] },
      Object.fromEntries(texts.map(({ key }, index) => [key, `text ${index}`])),
    )
    const said = JSON.stringify(filled)
    for (const index of texts.keys()) expect(said).toContain(`"text ${index}"`)
    expect(fillWords(pageWords[page])).toEqual(pageWords[page])
  })
})

describe('a text that a user writes', () => {
  const heading = find('agriculture', 'hero.title')
  const list = find('agriculture', 'services.crops.lines')

  it('is refused with the reason', () => {
    expect(findTextProblem(heading, ' ')).toMatch(/original/)
    expect(findTextProblem(heading, '<b>Rice</b>')).toMatch(/tags/)
    expect(findTextProblem(heading, 'x'.repeat(91))).toMatch(/91 characters; there is room for 90/)
    expect(findTextProblem(heading, 'Rice: 5 < 7 & more')).toBeNull()
  })

  it('is a change of the draft only where the page would say something else', () => {
    const added = draftPageText(heading, ' Rice  and more ', {}, [])
    const key = { page: 'agriculture', key: 'hero.title' }
    expect(added).toEqual([
      { table: 'page_texts', verb: 'insert', key, values: { ...key, text: 'Rice and more' } },
    ])
    expect(readDraftedText(heading, {}, added)).toBe('Rice and more')
    expect(draftPageText(heading, heading.original, {}, added)).toEqual([])

    const stored = { 'hero.title': 'Rice' }
    expect(draftPageText(heading, 'Rice', stored, [])).toEqual([])
    const back = draftPageText(heading, heading.original, stored, [])
    expect(back).toEqual([{ table: 'page_texts', verb: 'delete', key }])
    expect(readDraftedText(heading, stored, back)).toBe(heading.original)
    const changed = draftPageText(heading, 'Yam', stored, back)
    expect(changed).toEqual([{ table: 'page_texts', verb: 'update', key, values: { text: 'Yam' } }])
  })

  it('may be a picture of this site with what it shows, or none', () => {
    const picture = find('agriculture', 'hero.picture')
    const path = '/storage/v1/object/public/board-photos/0b1c.jpg'
    expect(readPagePicture(`${path}\nRice near Keffi`)).toEqual({ path, shows: 'Rice near Keffi' })
    for (const good of ['', `${path}\nRice near Keffi`]) expect(findTextProblem(picture, good)).toBeNull()
    for (const bad of [path, `${path}\n`, 'https://x.example/a.jpg\nRice', 'Rice'])
      expect(findTextProblem(picture, bad)).toMatch(/what it shows/)
  })

  it('keeps the lines of a list, without empty ones', () => {
    const [change] = draftPageText(list, ' Maize \n\n\n Rice\n', {}, [])
    expect(change?.values?.text).toBe('Maize\nRice')
    const { services } = fillWords(pageWords.agriculture, { 'services.crops.lines': 'Maize\nRice' })
    expect(services.crops.lines).toEqual(['Maize', 'Rice'])
  })
})
