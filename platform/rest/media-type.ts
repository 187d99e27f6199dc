// Content negotiation: which of the shapes that we can write the client would take first.
import { unacceptableMediaType } from './errors.ts'

export interface Shape {
  kind: 'array' | 'object' | 'csv'
  stripNulls: boolean
  contentType: string
}

const shape = (kind: Shape['kind'], stripNulls: boolean, contentType: string): Shape => ({
  kind,
  stripNulls,
  contentType,
})

const json = shape('array', false, 'application/json; charset=utf-8')
const csv = shape('csv', false, 'text/csv; charset=utf-8')
const object = shape('object', false, 'application/vnd.pgrst.object+json; charset=utf-8')
const objectStripped = shape(
  'object',
  true,
  'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
)
const arrayStripped = shape('array', true, 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8')

const shapes: Record<string, Shape> = {
  '*/*': json,
  'application/*': json,
  'application/json': json,
  'text/*': csv,
  'text/csv': csv,
  'application/vnd.pgrst.object+json': object,
  'application/vnd.pgrst.object': object,
  'application/vnd.pgrst.object+json;nulls=stripped': objectStripped,
  'application/vnd.pgrst.object;nulls=stripped': objectStripped,
  'application/vnd.pgrst.array+json': json,
  'application/vnd.pgrst.array': json,
  'application/vnd.pgrst.array+json;nulls=stripped': arrayStripped,
  'application/vnd.pgrst.array;nulls=stripped': arrayStripped,
}

export function negotiate(accept: string | undefined): Shape {
  if (accept === undefined || accept === '' || accept === '*/*') return json
  const wanted = accept
    .split(',')
    .map((range, position) => parseRange(range, position))
    .sort((a, b) => b.quality - a.quality || a.position - b.position)
  for (const { type } of wanted) {
    if (Object.hasOwn(shapes, type)) return shapes[type] as Shape
  }
  throw unacceptableMediaType(wanted.map(({ type }) => type))
}

function parseRange(range: string, position: number): { type: string; quality: number; position: number } {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  let quality = 1
  let suffix = ''
  for (const parameter of parameters) {
    if (parameter.startsWith('q=')) quality = Number(parameter.slice(2)) || 0
    else if (parameter === 'nulls=stripped') suffix = ';nulls=stripped'
  }
  return { type: name + suffix, quality, position }
}
