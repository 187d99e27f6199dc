/** A person's picture, or a drawn head under a cap, with their initials: never the face of someone else. */
import type { BoardMember } from '#domain/company/content.ts'
import { Band } from '#site/ui/band.tsx'

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

const cloths = ['#1e5b3a', '#27386b', '#a83f22', '#123a26'] as const

/** The same for a name on every page. */
function pickColour(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return cloths[sum % cloths.length] ?? cloths[0]
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
      <svg viewBox="0 0 160 128" preserveAspectRatio="xMidYMax meet">
        <path d="M28 128c2-30 22-42 52-42s50 12 52 42z" fill={pickColour(name)} />
        <path d="M68 74h24v16c0 8-24 8-24 0z" fill="#6b3b22" />
        <circle cx="80" cy="58" r="25" fill="#8a4f2d" />
        <path d="M54 52c0-8 2-24 8-28 10-5 26-5 36 0 6 4 8 20 8 28-14-5-38-5-52 0z" fill="#e0a526" />
        <path d="M54 52c14-5 38-5 52 0v-6c-14-5-38-5-52 0z" fill="#27386b" />
        <path d="M80 87v41" stroke="#fbf8f1" strokeWidth="2" />
      </svg>
      <span>{initialsOf(name)}</span>
      <Band />
    </div>
  )
}
