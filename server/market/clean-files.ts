// What people upload to the market, as it is stored: pictures drawn again without their metadata, whole PDFs as they came, unless they act.
import { orderUploadBytesMax } from '#domain/market/market-orders.ts'
import { findPdfFault } from '#server/files/active-pdf.ts'
import { cleanPhoto } from '#server/files/clean-photo.ts'
import { findCvKind } from '#server/files/cv-kind.ts'

export interface CleanFile {
  bytes: Buffer
  type: string
}

/** Null: no picture that we take. Small print in it stays readable. */
export async function cleanPicture(bytes: Buffer): Promise<CleanFile | null> {
  const jpeg = await cleanPhoto(bytes, { edgePixels: 1600, bytes: orderUploadBytesMax })
  return jpeg && { bytes: jpeg, type: 'image/jpeg' }
}

/** A PDF stays as it came, so one that acts by itself is not taken. */
export async function cleanPictureOrPdf(bytes: Buffer): Promise<CleanFile | 'active' | null> {
  if ((await findCvKind(bytes)) !== 'pdf') return cleanPicture(bytes)
  return findPdfFault(bytes) === null ? { bytes, type: 'application/pdf' } : 'active'
}
