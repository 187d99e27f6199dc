import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { showAnswer } from './settle-decision.ts'

const declined = { id: '1', status: 'declined', decline_reason: 'Too far', name: 'Ada' }
const other = { id: '2', status: 'declined', decline_reason: 'Too far', name: 'Bola' }
const undone = { status: 'pending', decline_reason: null }

function cache() {
  const queries = new QueryClient()
  queries.setQueryData(['farmers', 'record', '1'], declined)
  queries.setQueryData(['farmers', 'record', '2'], other)
  queries.setQueryData(['farmers', 'admin', 'farmer', {}], { count: 2, records: [declined, other] })
  return queries
}

describe('what an answer says of a record', () => {
  it('is shown at once in its sheet and its rows, and of no other record', async () => {
    const queries = cache()
    await showAnswer(queries, 'farmers', '1', undone)
    expect(queries.getQueryData(['farmers', 'record', '1'])).toEqual({ ...declined, ...undone })
    expect(queries.getQueryData(['farmers', 'record', '2'])).toEqual(other)
    expect(queries.getQueryData(['farmers', 'admin', 'farmer', {}])).toEqual({
      count: 2,
      records: [{ ...declined, ...undone }, other],
    })
  })

  it('stays where what was asked for before it answers after it', async () => {
    const queries = cache()
    let answer = (_: unknown) => {}
    const late = queries.fetchQuery({
      queryKey: ['farmers', 'record', '1'],
      queryFn: () => new Promise((done) => (answer = done)),
      staleTime: 0,
    })
    const ended = late.catch(() => {})
    await showAnswer(queries, 'farmers', '1', undone)
    answer(declined)
    await ended
    expect(queries.getQueryData(['farmers', 'record', '1'])).toEqual({ ...declined, ...undone })
  })
})
