/** Eleven kilobytes, for the forms alone. */
import { queryOptions } from '@tanstack/react-query'

export const localGovernmentsQuery = queryOptions({
  queryKey: ['local_governments'],
  queryFn: () => import('#domain/nigeria/local-governments.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})
