// How an image is to be rendered: read from a query or a JSON body, and written into signed URLs.
import { invalidParameter } from './errors.ts'

export interface Transformation {
  width: number | undefined
  height: number | undefined
  resize: 'cover' | 'contain' | 'fill'
  quality: number
  /** Unset: whatever the browser takes and is smallest. */
  format: 'origin' | 'avif' | undefined
}

/** Pixels along one side; more is cut to this, as upstream does. */
const longestSide = 2500

export function readTransformation(input: Record<string, unknown>): Transformation {
  const { resize = 'cover', format } = input
  if (resize !== 'cover' && resize !== 'contain' && resize !== 'fill')
    throw invalidParameter('resize must be equal to one of the allowed values')
  if (format !== undefined && format !== 'origin' && format !== 'avif')
    throw invalidParameter('format must be equal to one of the allowed values')
  const width = readNumber('width', input.width, 0, 100_000)
  const height = readNumber('height', input.height, 0, 100_000)
  return {
    width: width && Math.min(width, longestSide),
    height: height && Math.min(height, longestSide),
    resize,
    quality: readNumber('quality', input.quality, 20, 100) ?? 80,
    format,
  }
}

function readNumber(name: string, value: unknown, minimum: number, max: number): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number = Number(value)
  if (!Number.isInteger(number)) throw invalidParameter(`${name} must be integer`)
  if (number < minimum) throw invalidParameter(`${name} must be >= ${minimum}`)
  if (number > max) throw invalidParameter(`${name} must be <= ${max}`)
  return number === 0 ? undefined : number
}

/** `width:200,resize:cover,quality:80`, as upstream writes it into tokens. */
export function printTransformation(transformation: Transformation): string {
  return Object.entries(transformation)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(',')
}

export function parseTransformation(text: string): Transformation {
  return readTransformation(Object.fromEntries(text.split(',').map((part) => part.split(':', 2))))
}
