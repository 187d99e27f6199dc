// The PDF of a document: read from the private bucket, or drawn from the frozen content and put there.
import { createHash } from 'node:crypto'
import type { DocumentContent } from '#domain/market/documents.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'
import type { PrintFacts } from './draw-document.ts'

export type DocumentStore = Pick<PhotoStore, 'read' | 'replace' | 'remove'>

export interface PrinterOptions {
  database: Database
  store: DocumentStore
  /** Read for each document that is drawn. */
  facts: () => PrintFacts
}

export interface Printer {
  /** Draws it and puts it in its place; drawn twice it is the same file. */
  print(id: string, content: DocumentContent): Promise<Buffer>
  /** Anyone who is faster than the job does not wait for it. */
  read(id: string, content: DocumentContent): Promise<Buffer>
  /** Draws what is not stored. */
  draw(content: DocumentContent): Promise<Buffer>
}

export const nameOfFile = (id: string): string => `${id}.pdf`

export function createPrinter({ database, store, facts }: PrinterOptions): Printer {
  async function draw(content: DocumentContent): Promise<Buffer> {
    // Loaded with the first document: its library and faces are many megabytes, and a quiet server draws none.
    const { drawDocument } = await import('./draw-document.ts')
    return drawDocument(content, facts())
  }

  async function print(id: string, content: DocumentContent): Promise<Buffer> {
    const pdf = await draw(content)
    await store.replace(nameOfFile(id), pdf, 'application/pdf')
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    // Last of all: a process that is killed before leaves the document waiting, and it is drawn once more.
    const { rows } = await queryAsServiceRole<{ held: string | null }>(
      database,
      'select private.mark_document_created($1, $2, $3) as held',
      [id, sha256, pdf.length],
    )
    // The document was deleted while it was drawn, with its account: nothing refers to this file any more.
    if (rows[0]?.held === null) await store.remove([nameOfFile(id)])
    return pdf
  }
  return {
    draw,
    print,
    read: async (id, content) => (await store.read(nameOfFile(id))) ?? (await print(id, content)),
  }
}
