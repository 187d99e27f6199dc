// What the page of a code says about the document that carries it.
import { parseVerificationCode, type VerifiedDocument } from '#domain/market/documents.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'

export async function verifyDocument(database: Database, typed: string): Promise<VerifiedDocument | null> {
  const code = parseVerificationCode(typed)
  if (code === null) return null
  const { rows } = await queryAsServiceRole<{ result: VerifiedDocument | null }>(
    database,
    'select public.verify_document($1) as result',
    [code],
  )
  return rows[0]?.result ?? null
}
