/** One connection for one piece of work. */
import pg from 'pg'

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  applicationName?: string,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    ...(applicationName && { application_name: applicationName }),
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}
