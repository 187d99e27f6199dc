// The little that is used of the bench's own packages, so that types are checked before they are installed.

declare module 'autocannon' {
  interface Options {
    url: string
    method: 'GET' | 'POST'
    headers: Record<string, string>
    body?: string | undefined
    connections: number
    duration: number
    /** Every body must be this text; others are counted as mismatches. */
    expectBody?: string | undefined
  }
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
    mismatches: number
  }
  interface Instance extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this
  }
  export default function autocannon(options: Options): Instance
}

declare module '@supabase/lite' {
  export class App {
    constructor(config: object)
    fetch(request: Request, context: { peerAddress: string | null }): Promise<Response>
  }
}

declare module '@supabase/lite/postgres' {
  export function createPostgresConnection(config: { url: string; postgresOptions: object }): object
}
