// Prepared statements in one trip: bound and run one after the other, with a single Sync behind them, in one write.
import pg from 'pg'

export interface PreparedStatement {
  name: string
  text: string
  values?: unknown[]
}

/** What node-postgres has and does not declare. */
type Connection = pg.Connection & { _send(message: Buffer): boolean }
type Client = pg.ClientBase & { connection: { parsedStatements: Record<string, string> } }
type Gathering = {
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/** Whether all of them were prepared on this connection before. */
export function areKnown(client: pg.ClientBase, statements: readonly PreparedStatement[]): boolean {
  const { parsedStatements } = (client as Client).connection
  return statements.every(({ name, text }) => parsedStatements[name] === text)
}

/**
 * The result of `last`, after the statements before it, which must answer with no row; the connection knows them
 * all. They are one transaction without a begin and a commit of its own: PostgreSQL commits what stands before a
 * Sync when it reads it, and rolls all of it back when one of them fails.
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export function runInOneTrip(
  client: pg.ClientBase,
  silent: readonly PreparedStatement[],
  last: PreparedStatement,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(new OneTrip(silent, last, (error, result) => (error ? reject(error) : resolve(result))))
  })
}

type Callback = (error: Error | undefined, result: pg.QueryResult) => void

/** A Query, since a pipelined client takes no other class. */
class OneTrip extends pg.Query {
  readonly silent: readonly PreparedStatement[]
  readonly last: PreparedStatement
  silentToCome: number

  constructor(silent: readonly PreparedStatement[], last: PreparedStatement, callback: Callback) {
    super(noConfiguration, callback as never)
    this.silent = silent
    this.last = last
    this.silentToCome = silent.length
  }

  override submit = (connection: pg.Connection): Error | null => {
    const messages: Buffer[] = []
    const gather: pg.Connection = Object.create(connection, {
      _send: { value: (message: Buffer) => messages.push(message) > 0 },
    })
    try {
      for (const statement of this.silent) {
        bind(gather, statement)
        gather.execute(unnamed, true)
      }
      bind(gather, this.last)
      gather.describe(unnamedPortal, true)
      gather.execute(unnamed, true)
    } catch (error) {
      return error as Error // a value that cannot be written: nothing was sent
    }
    gather.sync()
    // One buffer: writing six small ones costs more than joining them.
    ;(connection as Connection)._send(Buffer.concat(messages))
    return null
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.silentToCome > 0) this.silentToCome--
    else (pg.Query.prototype as unknown as Gathering).handleCommandComplete.call(this, message, connection)
  }
}

const noConfiguration = { text: '' }
const unnamed = { portal: '', rows: 0 } as never
const unnamedPortal = { type: 'P', name: '' } as const

function bind(connection: pg.Connection, { name, values = [] }: PreparedStatement): void {
  connection.bind({ portal: '', statement: name, values, valueMapper: prepareValue } as never, true)
}
