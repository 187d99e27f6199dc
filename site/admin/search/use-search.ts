/** The answer to what is typed: queried once the typing rests, and only ever shown for the very words that stand there. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type SearchAnswer, searchLengthMin } from '#domain/admin/search.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { useIsOffline } from '#site/lib/use-is-offline.ts'
import { foundMax } from './palette-options.ts'

const restMs = 150
const freshMs = 10_000
const retainedMs = 60_000
const nothing: SearchAnswer = {}

export function useSearch(typed: string, isOpen: boolean) {
  const isOffline = useIsOffline()
  const [words, setWords] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const isLong = typed.length >= searchLengthMin
  const query = useQuery({
    queryKey: ['search-everything', words],
    queryFn: () => callAdmin<SearchAnswer>('search_everything', { query: words, max_rows: foundMax + 1 }),
    enabled: isOpen && isLong && words === typed,
    staleTime: freshMs,
    gcTime: retainedMs,
    retry: 1,
  })
  const isAnswered = words === typed && query.isSuccess
  return {
    answer: isLong && isAnswered ? (query.data ?? nothing) : nothing,
    isOffline,
    isWaiting: isLong && !isOffline && !isAnswered && !(words === typed && query.isError),
    hasFailed: isLong && words === typed && query.isError,
    retry: () => void query.refetch(),
  }
}
