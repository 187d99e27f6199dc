// Listings: entries directly under a folder, or all objects below a prefix page by page.
import type { Caller } from '#platform/database/caller.ts'
import { runFor, type StorageContext } from './context.ts'
import { invalidParameter } from './errors.ts'
import type { Statement } from './transact.ts'

type Body = Record<string, unknown>

interface Entry {
  key: string
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: unknown
}

const maxEntries = 1500

/** `POST object/list/{bucket}`: folders are entries without an id. */
export async function listObjects(
  context: StorageContext,
  caller: Caller,
  bucket: string,
  body: Body,
): Promise<unknown[]> {
  refuseVersions(body)
  const sort = readSort(body.sortBy)
  const folder = readText(body, 'prefix') ?? ''
  return runFor(
    context,
    caller,
    {
      name: 'storage_search',
      text: `select name, id, updated_at, created_at, last_accessed_at, metadata
        from storage.search($1, $2, $3, 1, $4, $5, $6, $7)`,
      values: [
        folder === '' || folder.endsWith('/') ? folder : `${folder}/`,
        bucket,
        readNumber(body, 'limit', 100),
        readNumber(body, 'offset', 0),
        readText(body, 'search') ?? '',
        sort.column,
        sort.order,
      ],
    },
    'storage.object.list',
  )
}

interface Cursor {
  /** The last key of the page before. */
  after: string
  /** Its time, when sorted by one. */
  at?: string
  column: string
  order: 'asc' | 'desc'
}

/** `POST object/list-v2/{bucket}` */
export async function listObjectsV2(
  context: StorageContext,
  caller: Caller,
  bucket: string,
  body: Body,
): Promise<unknown> {
  refuseVersions(body)
  const cursor = readCursor(readText(body, 'cursor'))
  const sort = cursor ?? readSort(body.sortBy)
  if (!['name', 'created_at', 'updated_at'].includes(sort.column))
    throw invalidParameter('body/sortBy/column must be equal to one of the allowed values')
  const limit = Math.max(1, Math.min(readNumber(body, 'limit', 1000), 1000))
  const prefix = readText(body, 'prefix') ?? ''
  const inFolders = body.with_delimiter === true
  const page: Page = { bucket, prefix, limit: limit + 1, column: sort.column, order: sort.order, cursor }
  const statement =
    sort.column !== 'name' ? byTime(page, inFolders) : inFolders ? byFolder(page) : byName(page)
  const result = await runFor<Entry>(context, caller, statement, 'storage.object.list_v2')
  const entries = result.slice(0, limit)
  const last = entries.at(-1)
  const hasNext = result.length > limit
  return {
    hasNext,
    ...(hasNext && last && { nextCursor: printCursor(last, sort), nextCursorKey: last.key }),
    folders: entries.filter(({ id }) => id === null).map(({ key }) => ({ name: key, key })),
    objects: entries.filter(({ id }) => id !== null).map(({ key, ...rest }) => ({ ...rest, name: key, key })),
  }
}

interface Page {
  bucket: string
  prefix: string
  limit: number
  column: string
  order: 'asc' | 'desc'
  cursor: Cursor | undefined
}

const columns = 'id, updated_at, created_at, last_accessed_at, metadata'

function byName({ bucket, prefix, limit, order, cursor }: Page): Statement {
  const beyond = order === 'asc' ? '>' : '<'
  return {
    name: `storage_list_by_name_${order}`,
    text: `select name as key, ${columns} from storage.objects
      where bucket_id = $1 and name >= $2 and name < $2 || chr(1114111) and ($3 = '' or name ${beyond} $3)
      order by name ${order} limit $4`,
    values: [bucket, prefix, cursor?.after ?? '', limit],
  }
}

function byFolder({ bucket, prefix, limit, order, cursor }: Page): Statement {
  return {
    name: 'storage_list_by_folder',
    text: `select key, ${columns} from storage.list_entries($1, $2, '', $3, $4, 0, $5)`,
    values: [bucket, prefix, cursor?.after ?? '', order === 'desc', limit],
  }
}

/** Folders have no time: with them, each stands where its oldest (or newest) object would. */
function byTime({ bucket, prefix, limit, column, order, cursor }: Page, inFolders: boolean): Statement {
  const beyond = order === 'asc' ? '>' : '<'
  const first = order === 'asc' ? 'min' : 'max'
  const below = `select name as key, ${columns}, ${column} as at from storage.objects
    where bucket_id = $1 and name >= $2 and name < $2 || chr(1114111)`
  const entries = inFolders
    ? `select key, ${columns}, at from (${below}) as o where position('/' in substr(key, length($2) + 1)) = 0
       union all
       select left(key, length($2) + position('/' in substr(key, length($2) + 1))) as folder, null, null, null, null, null,
         ${first}(at)
       from (${below}) as o where position('/' in substr(key, length($2) + 1)) > 0 group by folder`
    : below
  return {
    name: `storage_list_by_${column}_${order}_${inFolders}`,
    text: `select key, ${columns}, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from (${entries}) as e where $3 = '' or (at, key) ${beyond} ($4::timestamptz, $3)
      order by e.at ${order}, key ${order} limit $5`,
    values: [bucket, prefix, cursor?.after ?? '', cursor?.at ?? null, limit],
  }
}

function printCursor(
  last: Entry & { at?: string },
  { column, order }: { column: string; order: string },
): string {
  return Buffer.from(JSON.stringify({ after: last.key, at: last.at, column, order })).toString('base64url')
}

function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const { after, at, column, order } = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (
      typeof after === 'string' &&
      (at === undefined || typeof at === 'string') &&
      typeof column === 'string'
    )
      return { after, at, column, order: order === 'desc' ? 'desc' : 'asc' }
  } catch {
    // Not one of ours.
  }
  throw invalidParameter('Invalid cursor')
}

function readSort(input: unknown): { column: string; order: 'asc' | 'desc' } {
  if (input === undefined || input === null) return { column: 'name', order: 'asc' }
  const { column = 'name', order = 'asc' } = input as Body
  const known = ['name', 'updated_at', 'created_at', 'last_accessed_at']
  if (typeof column !== 'string' || !known.includes(column))
    throw invalidParameter('body/sortBy/column must be equal to one of the allowed values')
  if (order !== 'asc' && order !== 'desc')
    throw invalidParameter('body/sortBy/order must be equal to one of the allowed values')
  return { column, order }
}

function readText(body: Body, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.includes('\0')) throw invalidParameter(`body/${name} must be string`)
  return value
}

function readNumber(body: Body, name: string, otherwise: number): number {
  const value = body[name] ?? otherwise
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > 2 ** 31 - 1)
    throw invalidParameter(`body/${name} must be integer`)
  return name === 'limit' ? Math.min(value, maxEntries) : value
}

/** Only the current version of an object is stored: there are no others to list. */
function refuseVersions({ noncurrentVersions, deleteMarkers, exactMatch }: Body): void {
  for (const value of [noncurrentVersions, deleteMarkers])
    if (value !== undefined && value !== 'exclude' && value !== 'include')
      throw invalidParameter('Object versions are not kept here')
  if (exactMatch === true)
    throw invalidParameter('exactMatch is for object versions, which are not kept here')
}
