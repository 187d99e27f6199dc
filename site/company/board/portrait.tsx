/** A person's picture, or a drawn head under a cap, with their initials: never the face of someone else. */
import type { BoardMember } from '#domain/company/content.ts'
import { Band } from '#site/ui/band.tsx'
import { HeadUnderCap } from '#site/ui/scenes/head-under-cap.tsx'

const titles = /^(?:(?:Dr|Prof|Chief|Mr|Mrs|Ms|Alhaji|Alhaja|Hajiya|Engr|Barr|Otunba|Sir|Dame)\.?\s+)+/i

export function initialsOf(name: string): string {
  const words = name
    .replace(/^Demo\W+/, '')
    .replace(titles, '')
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}

export function Portrait({ member: { name, image } }: { member: Pick<BoardMember, 'name' | 'image'> }) {
  if (image) {
    return (
      <img
        className="portrait"
        src={image}
        alt={`Portrait of ${name}`}
        width="320"
        height="320"
        loading="lazy"
      />
    )
  }
  return (
    <div className="portrait portrait-initials" aria-hidden="true">
      <HeadUnderCap decorative />
      <span>{initialsOf(name)}</span>
      <Band />
    </div>
  )
}
