// What people upload or mail to us, as it is stored: pictures drawn again without their metadata, whole PDFs as they came, unless they act.
import { documentTypes } from '#domain/file-types.ts'
import { orderUploadBytesMax } from '#domain/market/market-orders.ts'
import { findPdfFault } from './active-pdf.ts'
import { cleanPhoto } from './clean-photo.ts'
import { findCvKind } from './cv-kind.ts'

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

/** Besides, a Word document without macros. */
export async function cleanDocument(bytes: Buffer): Promise<CleanFile | 'active' | null> {
  const kind = await findCvKind(bytes)
  return kind === 'doc' || kind === 'docx' ? { bytes, type: documentTypes[kind] } : cleanPictureOrPdf(bytes)
}
