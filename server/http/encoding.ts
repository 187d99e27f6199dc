// Compressed forms of a body: which one a client takes, and how the bytes are produced.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The best of what `accept-encoding` allows (RFC 9110, 12.5.3): brotli, then gzip, then the bytes as they are. */
export function negotiateEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1)
  }
  const allows = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return allows('br') ? 'br' : allows('gzip') ? 'gzip' : 'identity'
}

export function isCompressible(contentType: string): boolean {
  return /^(text\/|image\/svg|image\/x-icon|font\/ttf|application\/(json|javascript|manifest\+json|xml|wasm|.*\+(json|xml)))/.test(
    contentType,
  )
}

/** A body with the compressed forms that are worth their bytes. */
export interface EncodedBody {
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** Below this a compressed form saves nothing that a packet would notice. */
export const minBytesToCompress = 1_000

/** A cached body is compressed once and sent often, and a page fetches several small scripts: their sum is noticed. */
const minCachedBytesToCompress = 200

export async function encodeBody(identity: Buffer, effort: 'quick' | 'best'): Promise<EncodedBody> {
  if (identity.length < minCachedBytesToCompress) return { identity }
  const [br, gzip] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? constants.BROTLI_MAX_QUALITY : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    compressGzip(identity, { level: effort === 'best' ? 9 : 6 }),
  ])
  return { identity, br, gzip }
}

/** The form of a body that goes to a client with this `accept-encoding`. */
export function pickBody(
  body: EncodedBody,
  accept: string | undefined,
): { bytes: Buffer; encoding: Encoding } {
  const encoding = negotiateEncoding(accept)
  const bytes = encoding === 'identity' ? undefined : body[encoding]
  return bytes ? { bytes, encoding } : { bytes: body.identity, encoding: 'identity' }
}
