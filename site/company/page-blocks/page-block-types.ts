/** A section of a page as its loader has read it: every word is chosen there, and the browser only draws it. */
import type { Figure } from '#site/ui/blocks.tsx'

export interface PageBlock {
  id: string
  eyebrow?: string
  title: string
  lead?: string
  isDemo?: boolean
  paragraphs?: string[]
  figures?: Figure[]
  map?: { label: string; outlines: { state: string; outline: string; isReached: boolean }[] }
  entries?: Entry[]
  /** Each under its heading, side by side. */
  ledgers?: { heading?: string; terms: Term[] }[]
  calendar?: Season[]
  steps?: { title: string; text: string }[]
  pictures?: Picture[]
  /** Where there is nothing to show: said, not hidden. */
  empty?: string
  note?: string
  action?: { to: string; label: string }
}

export interface Entry {
  id: number
  /** What stands beside it in large letters: a day, a year. */
  mark: string
  title: string
  paragraphs: string[]
  terms: Term[]
  picture?: Picture
  isDemo: boolean
}

export interface Term {
  label: string
  value: string
  note?: string
}

export interface Season {
  id: number
  crop: string
  states: string
  planting: string
  harvest: string
  /** January to December: p for planting, h for harvest, b for both, a space for neither. */
  months: string
  note?: string
  isDemo?: boolean
  source?: string
}

export interface Picture {
  src: string
  alt: string
  caption: string
}
