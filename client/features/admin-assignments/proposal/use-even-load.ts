import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { listPapers, listReviewers } from '#shared/reviewing/desk-contract.ts'
import { readSettings } from '#shared/settings/contract.ts'

/**
 * How many papers each reviewer has when all papers under review have their reviews and everybody has as many, rounded
 * up; `typed` is how many reviews a paper is to have, else the settings say. Undefined until it is known.
 */
export function useEvenLoad(typed: string): number | undefined {
  const papers = useQuery(queryOf(listPapers, { query: { status: 'paper_submitted', limit: 1 } })).data?.count
  const reviewers = useQuery(queryOf(listReviewers, { query: { limit: 1 } })).data?.count
  const settings = useQuery(queryOf(readSettings)).data?.settings
  const each = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : settings?.reviewsPerPaper
  if (papers === undefined || !reviewers || !each) return undefined
  return Math.ceil((papers * each) / reviewers)
}
