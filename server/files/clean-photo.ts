// A photo as it is stored: a picture by its bytes, drawn again, so that nothing else that was in the file (place, camera,
// hidden contents) comes along.
import { selfieBytesMax } from '#domain/registrations/intake.ts'
import { openSharp } from '#platform/storage/images.ts'
import { detectType } from '#platform/storage/mime.ts'

const takenTypes = ['image/jpeg', 'image/png', 'image/webp']
/** For a selfie; pictures with small print in them are stored larger. */
const selfieLimits = { edgePixels: 1024, bytes: selfieBytesMax }
const maxSeconds = 10

/** A JPEG without metadata, upright, at most so large (1024 pixels and 300 kB); null when it is no such picture. */
export async function cleanPhoto(bytes: Buffer, max = selfieLimits): Promise<Buffer | null> {
  if (!takenTypes.includes((await detectType(bytes)) ?? '')) return null
  for (const quality of [82, 60]) {
    const jpeg = await draw(bytes, quality, max.edgePixels).catch(() => null)
    if (!jpeg || jpeg.length <= max.bytes) return jpeg
  }
  return null
}

/** A PNG without metadata, what is transparent stays so; null when it is no such picture, or too large. */
export async function cleanLogo(bytes: Buffer, max: typeof selfieLimits): Promise<Buffer | null> {
  if (!takenTypes.includes((await detectType(bytes)) ?? '')) return null
  for (const palette of [false, true]) {
    const png = await drawLogo(bytes, palette, max.edgePixels).catch(() => null)
    if (!png || png.length <= max.bytes) return png
  }
  return null
}

async function drawLogo(bytes: Buffer, palette: boolean, edgePixels: number): Promise<Buffer> {
  return (await openSharp(bytes))
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize({ width: edgePixels, height: edgePixels, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9, palette })
    .toBuffer()
}

async function draw(bytes: Buffer, quality: number, edgePixels: number): Promise<Buffer> {
  return (await openSharp(bytes))
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize({ width: edgePixels, height: edgePixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer()
}
