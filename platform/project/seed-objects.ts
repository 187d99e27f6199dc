// Fills the buckets of config.toml with the files of their objects_path, by the way that any client takes.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { Platform } from '../platform.ts'
import { ProjectError } from './project-error.ts'
import type { Project } from './read-config.ts'

type ApiClient = Pick<Platform, 'app' | 'keys'>

export async function seedObjects(client: ApiClient, { folder, config }: Project): Promise<void> {
  for (const [bucket, { objects_path: path }] of Object.entries(config.storage.buckets)) {
    if (path === undefined) continue
    const objects = join(folder, path)
    for (const file of await filesIn(objects, `storage.buckets.${bucket}.objects_path`))
      await put(client, bucket, objects, file)
  }
}

async function filesIn(objects: string, setting: string): Promise<string[]> {
  const entries = await readdir(objects, { recursive: true, withFileTypes: true }).catch((error) => {
    throw new ProjectError(`config.toml: ${setting} is no folder: ${objects}`, error)
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function put({ app, keys }: ApiClient, bucket: string, objects: string, file: string): Promise<void> {
  const name = relative(objects, file).split(sep)
  const answer = await app.request(
    `/storage/v1/object/${[bucket, ...name].map(encodeURIComponent).join('/')}`,
    {
      method: 'POST',
      headers: {
        apikey: keys.secretKey,
        'content-type': getMimeType(file) ?? 'application/octet-stream',
        'cache-control': 'max-age=3600',
        // A seed may have named it already.
        'x-upsert': 'true',
      },
      body: new Uint8Array(await readFile(file)),
    },
  )
  if (answer.ok) return
  const { message } = (await answer.json()) as { message: string }
  throw new ProjectError(`${name.join('/')} cannot be put into the bucket "${bucket}": ${message}`)
}
