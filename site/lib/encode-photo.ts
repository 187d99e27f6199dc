/** Makes any picture a small JPEG on the device itself: drawn again, so that place, time and camera are not in it. */

export interface PhotoSize {
  longestSidePx: number
  /** The size to stay below. */
  wantedBytes: number
}

/** A face, or produce in the catalogue. */
const smallSize: PhotoSize = { longestSidePx: 1024, wantedBytes: 150 * 1024 }
/** Small print and spots on goods stay to be seen; as large as the server stores pictures of orders. */
export const readableSize: PhotoSize = { longestSidePx: 1600, wantedBytes: 500 * 1024 }

const qualities = [0.82, 0.72, 0.6, 0.48]
const smaller = 0.75

/** The message for the person; the picture cannot be used. */
export class PhotoProblem extends Error {}

const heicMessage =
  'This phone saved the photo as HEIC, which this browser cannot open. Choose a JPEG or PNG, or use Take Selfie.'
const unreadableMessage = 'This file could not be opened as a photo. Please choose a JPEG or PNG picture.'

export async function encodeFile(file: File, size = smallSize): Promise<Blob> {
  let picture: ImageBitmap
  try {
    // An SVG is a document, not a photo, although a browser could draw it.
    if (/svg/i.test(file.type)) throw new Error('not a photo')
    picture = await createImageBitmap(file)
  } catch {
    throw new PhotoProblem(isHeic(file) ? heicMessage : unreadableMessage)
  }
  try {
    return await encodePicture(picture, picture.width, picture.height, size)
  } finally {
    picture.close()
  }
}

/** The sizes that a picture is tried in, largest first. */
export function planSizes(
  width: number,
  height: number,
  { longestSidePx } = smallSize,
): { width: number; height: number }[] {
  const scale = Math.min(1, longestSidePx / Math.max(width, height))
  return [1, smaller, smaller ** 2, smaller ** 3].map((step) => ({
    width: Math.max(1, Math.round(width * scale * step)),
    height: Math.max(1, Math.round(height * scale * step)),
  }))
}

/** The best JPEG within the wanted size; where none gets there, the smallest. */
export async function encodePicture(
  source: CanvasImageSource,
  width: number,
  height: number,
  photoSize = smallSize,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen || width === 0 || height === 0) throw new PhotoProblem(unreadableMessage)
  let best: Blob | null = null
  for (const size of planSizes(width, height, photoSize)) {
    Object.assign(canvas, size)
    pen.fillStyle = '#fff' // what is transparent would become black
    pen.fillRect(0, 0, size.width, size.height)
    pen.drawImage(source, 0, 0, size.width, size.height)
    for (const quality of qualities) {
      const blob = await toJpeg(canvas, quality)
      if (blob.size <= photoSize.wantedBytes) return blob
      if (!best || blob.size < best.size) best = blob
    }
  }
  if (!best) throw new PhotoProblem(unreadableMessage)
  return best
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PhotoProblem(unreadableMessage))),
      'image/jpeg',
      quality,
    )
  })
}

function isHeic({ type, name }: File): boolean {
  return /hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)
}
