// Prepared statements in one trip: bound and run one after the other, with a single Sync behind them.
import pg from 'pg'

export interface PreparedStatement {
  name: string
  text: string
  values?: unknown[]
}

/** What node-postgres has and does not declare. */
type Client = pg.ClientBase & { connection: { parsedStatements: Record<string, string> } }
type Step = pg.Query & { prepare(connection: pg.Connection): void }

/** Whether all of them were prepared on this connection before. */
export function areKnown(client: pg.ClientBase, statements: readonly PreparedStatement[]): boolean {
  const { parsedStatements } = (client as Client).connection
  return statements.every(({ name, text }) => parsedStatements[name] === text)
}

/**
 * The results of statements that the connection knows, in their order. They are one transaction without a begin and
 * a commit of its own: PostgreSQL commits what stands before a Sync when it reads it, and keeps nothing of it when
 * one of them fails. https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export function runInOneTrip(
  client: pg.ClientBase,
  statements: readonly PreparedStatement[],
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new OneTrip(statements, (error, results) => (error ? reject(error) : resolve(results))))
  })
}

type Callback = (error: Error | undefined, results: pg.QueryResult[]) => void

/** A Query, since a pipelined client takes no other class; like one of several statements it gathers their results. */
class OneTrip extends pg.Query {
  readonly steps: Step[]

  constructor(statements: readonly PreparedStatement[], callback: Callback) {
    super({ text: '' }, callback as never)
    this.steps = statements.map((statement) => new pg.Query(statement) as Step)
  }

  override submit = (connection: pg.Connection): null => {
    const withoutSync: pg.Connection = Object.create(connection, { sync: { value: () => {} } })
    connection.stream.cork()
    try {
      for (const step of this.steps) step.prepare(withoutSync)
    } finally {
      connection.sync()
      connection.stream.uncork()
    }
    return null
  }
}
