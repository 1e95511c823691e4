import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/**
 * Asks with a screen's own reads for what a part of it shows that is drawn once they have come: all goes with one request
 * (read-together.ts). `awaited` until then; afterwards the part sees to it.
 */
export function useReadAlong<Answer>(
  query: UseQueryOptions<Answer, Error, Answer, QueryKey>,
  awaited: boolean,
): void {
  useQuery({ ...query, enabled: awaited, notifyOnChangeProps: [] })
}
