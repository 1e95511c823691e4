import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { readEvenLoad } from '#shared/assigning/proposals-contract.ts'

/**
 * What each reviewer has when all have as many, and the limit that leaves some room; `typed` is how many reviews a paper is
 * to have, else the settings say. Undefined until it is known.
 */
export function useEvenLoad(typed: string) {
  return useQuery({ ...evenLoad(typed), placeholderData: keepPreviousData }).data
}

/** The same, to be waited for. */
export function evenLoad(typed: string) {
  const asked = Number(typed.trim())
  const query = Number.isInteger(asked) && asked >= 1 && asked <= 10 ? { reviewsPerPaper: asked } : {}
  return queryOf(readEvenLoad, { query })
}
