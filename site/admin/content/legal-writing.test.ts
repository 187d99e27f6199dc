import { describe, expect, it } from 'vitest'
import { readSections, writeSections } from './legal-writing.ts'

const sections = [
  { title: 'Who we are', paragraphs: ['A company.', 'With two lines\nin one paragraph.'] },
  { title: 'Payment', paragraphs: ['By bank transfer.'] },
]

describe('a legal text in plain writing', () => {
  it('is read as it was written', () => {
    expect(readSections(writeSections(sections))).toEqual(sections)
  })

  it('takes a paragraph right under its title, and one without a title', () => {
    expect(readSections('# Payment\nBy bank transfer.')).toEqual([sections[1]])
    expect(readSections('By bank transfer.')).toEqual([{ title: '', paragraphs: ['By bank transfer.'] }])
  })
})
