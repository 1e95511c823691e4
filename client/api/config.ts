import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { config } from '#shared/settings/contract.ts'
import { plainly } from './plainly.ts'
import { queryOf } from './query-of.ts'

export type Config = AnswerOf<typeof config>

/** The conference's name, links, limits and deadlines; changes rarely. */
const configQuery = { ...queryOf(plainly<typeof config>('GET', '/api/config')), staleTime: 300_000 }

/** The public configuration, or undefined until it came. A fault is silent: screens do without. */
export function useConfig(): Config | undefined {
  return useQuery(configQuery).data
}
