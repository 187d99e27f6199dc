/** A legal text in plain writing: "# title" begins a section, an empty line ends a paragraph. */
import type { LegalText } from '#domain/admin/admin.ts'

type Sections = LegalText['sections']

export function writeSections(sections: Sections): string {
  return sections.map(({ title, paragraphs }) => [`# ${title}`, ...paragraphs].join('\n\n')).join('\n\n')
}

export function readSections(text: string): Sections {
  const sections: Sections = []
  for (const block of text.split(/\n\s*\n/).map((part) => part.trim())) {
    const [firstLine = '', ...rest] = block.split('\n')
    if (firstLine.startsWith('#')) {
      sections.push({ title: firstLine.replace(/^#+\s*/, ''), paragraphs: [] })
      const following = rest.join('\n').trim()
      if (following) sections.at(-1)?.paragraphs.push(following)
    } else if (block) {
      // What stands before the first title has a section of its own, for which the database requires a title.
      if (sections.length === 0) sections.push({ title: '', paragraphs: [] })
      sections.at(-1)?.paragraphs.push(block)
    }
  }
  return sections
}
