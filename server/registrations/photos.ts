// A registration's photo: a place for it, its arrival, its attachment, and its end when nothing refers to it any more.
// Which photo is whose is known to the vault alone.
import { randomUUID } from 'node:crypto'
import { intakeMessages, type PhotoSlot } from '#domain/registrations/intake.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { cleanPhoto } from '#server/files/clean-photo.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'
import { RefusedError } from '#server/http/answers.ts'
import type { Attempt } from '#server/http/attempts.ts'
import { hashSecret, newReceipt } from '#server/http/tokens.ts'
import type { Vault } from '#server/vault/vault.ts'

export interface RecordName {
  recordType: string
  id: string
}

/** By what someone shows that a record is theirs: their account, or the secret of its guest link. */
export type Claim = { userId: string } | { trackingTokenHash: string }

export interface Photos {
  /** A place for one photo; the same receipt and path again are the same place. Null: its photo is attached. */
  open(userId: string | null, place?: Attempt['place']): Promise<PhotoSlot | null>
  /** Makes what was uploaded fit to be stored. Null: nothing (more) is there to be attached. */
  take(receiptHash: string | null, userId: string | null): Promise<string | null>
  /** Refuses with not_found for a receipt or a record that is not this caller's. */
  attach(receiptHash: string | null, record: RecordName, claim: Claim): Promise<void>
  /** Removes photos older than a day that no registration refers to; answers how many. */
  purge(): Promise<number>
}

interface Upload {
  path: string
  user_id: string | null
  is_attached: boolean
}

interface PhotoRecord {
  user_id: string | null
  person_id: string | null
  status: string
  has_photo: boolean
}

const batch = 200

const sql = {
  open: `insert into private.photo_uploads as upload (path, receipt_hash, user_id) values ($1, $2, $3)
    on conflict (path) do update set created_at = now()
      where upload.attached_at is null and upload.receipt_hash = excluded.receipt_hash
    returning path`,
  find: 'select * from private.find_photo_upload($1)',
  record: `select user_id, private.vault_person_of(record_type, id) as person_id, status, has_photo
    from private.registrations where record_type = $1 and id = $2`,
  attach: 'select public.attach_photo($1, $2, $3, $4) as attached',
  old: 'select path from private.list_old_photos($1, $2) as path',
  orphans: 'select path from private.find_orphan_photos($1, $2) as path',
  forget: 'delete from private.photo_uploads where path = any ($1)',
}

export function createPhotos(options: { database: Database; store: PhotoStore; vault: Vault }): Photos {
  const { database, store, vault } = options

  async function findUpload(receiptHash: string | null, userId: string | null): Promise<Upload> {
    const { rows } = receiptHash
      ? await queryAsServiceRole<Upload>(database, sql.find, [receiptHash])
      : { rows: [] }
    const [upload] = rows
    if (!upload || (upload.user_id !== null && upload.user_id !== userId)) throw new RefusedError('not_found')
    return upload
  }

  async function tidy({ path }: Upload): Promise<void> {
    const bytes = await store.read(path)
    if (!bytes) throw new RefusedError('conflict', { message: intakeMessages.photoMissing })
    const jpeg = await cleanPhoto(bytes)
    if (!jpeg) {
      await store.remove([path])
      const errors = [{ field: 'selfieImage', message: intakeMessages.photoUnreadable }]
      throw new RefusedError('invalid', { errors })
    }
    await store.replace(path, jpeg)
  }

  return {
    async open(userId, place = { receipt: newReceipt(), path: randomUUID() }) {
      const { rows } = await queryAsServiceRole(database, sql.open, [
        place.path,
        hashSecret(place.receipt),
        userId,
      ])
      return rows.length > 0 ? { ...place, token: await store.signUpload(place.path) } : null
    },

    async take(receiptHash, userId) {
      try {
        const upload = await findUpload(receiptHash, userId)
        if (upload.is_attached) return null
        await tidy(upload)
        return upload.path
      } catch (error) {
        // A photo that fails never fails the form: it is requested again.
        if (error instanceof RefusedError) return null
        throw error
      }
    },

    async attach(receiptHash, { recordType, id }, claim) {
      const userId = 'userId' in claim ? claim.userId : null
      const upload = await findUpload(receiptHash, userId)
      const { rows } = await queryAsServiceRole<PhotoRecord>(database, sql.record, [recordType, id])
      const [record] = rows
      // By link: the route has seen that it leads to this record. The database checks both once more.
      if (!record || record.user_id !== userId) throw new RefusedError('not_found')
      if (upload.is_attached && record.has_photo) return
      // Anyone who decided on it saw that photo.
      if (upload.is_attached || (record.has_photo && record.status !== 'pending'))
        throw new RefusedError('conflict', { message: intakeMessages.photoDone })
      await tidy(upload)
      const name = { type: recordType, id }
      const about = { userId: record.user_id, personId: record.person_id, record: name }
      const sealed = await vault.seal(about, { selfie: upload.path })
      const context = { ...claim, photoReceiptHash: receiptHash }
      const { rows: done } = await queryAsServiceRole<{ attached: boolean }>(database, sql.attach, [
        recordType,
        id,
        JSON.stringify(sealed),
        JSON.stringify(context),
      ])
      // Someone was faster: the same caller, whose first request was slow.
      if (!done[0]?.attached) throw new RefusedError('conflict', { message: intakeMessages.photoDone })
    },

    async purge() {
      let removed = 0
      let after = ''
      for (;;) {
        const { rows } = await queryAsServiceRole<{ path: string }>(database, sql.old, [after, batch])
        const paths = rows.map(({ path }) => path)
        if (paths.length === 0) return removed
        after = paths.at(-1) ?? ''
        const hashes = await Promise.all(paths.map((path) => vault.hash('selfie', path)))
        const result = await queryAsServiceRole<{ path: string }>(database, sql.orphans, [paths, hashes])
        const gone = result.rows.map(({ path }) => path)
        // The bytes first: what is not removed now is found again tomorrow.
        await store.remove(gone)
        await queryAsServiceRole(database, sql.forget, [gone])
        removed += gone.length
      }
    },
  }
}
