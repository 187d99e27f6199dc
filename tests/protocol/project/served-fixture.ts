// A project folder of the fixtures, served for real on a free port by an embedded database of its own.
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { silentLog } from '#platform/log.ts'
import { type ServedProject, serveProject } from '#platform/project/serve-project.ts'

export interface ServedFixture extends ServedProject {
  /** The unmodified client library, as a browser without a session would have it. */
  client(key?: string): SupabaseClient
}

export const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)

export async function serveFixture(
  folder: string,
  variables: Record<string, string> = {},
): Promise<ServedFixture> {
  const served = await serveProject({ folder, variables, port: 0, log: silentLog })
  return {
    ...served,
    client: (key = served.keys.publishableKey) =>
      createClient(served.url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
  }
}
