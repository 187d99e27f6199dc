// Long lists in pages: what the query requests, and the headers by which the client library finds its way.
import type { AuthRequest } from '../context.ts'
import { badRequest } from '../errors.ts'

export interface Page {
  number: number
  size: number
}

const usualSize = 50
const largestSize = 1000

export function readPage({ query }: AuthRequest): Page {
  const size = readCount(query.get('per_page'), usualSize)
  return { number: readCount(query.get('page'), 1), size: Math.min(size, largestSize) }
}

function readCount(text: string | null, usual: number): number {
  if (!text) return usual
  if (!/^\d{1,7}$/.test(text) || Number(text) < 1)
    throw badRequest('Bad Pagination Parameters: page and per_page must be positive numbers')
  return Number(text)
}

/** `page` comes first in each link: the client library reads the number after the first "=". */
export function pageHeaders(path: string, { number, size }: Page, total: number): Record<string, string> {
  const last = Math.ceil(total / size)
  const link = (page: number, rel: string): string =>
    `</auth/v1${path}?page=${page}&per_page=${size}>; rel="${rel}"`
  const links = [...(last > number ? [link(number + 1, 'next')] : []), link(last, 'last')]
  return { link: links.join(', '), 'x-total-count': String(total) }
}
