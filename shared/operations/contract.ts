import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'

const state = z.object({ status: z.literal('ok') })

export const live = endpoint({
  method: 'GET',
  path: '/api/health/live',
  tag: 'Operations',
  summary: 'The process answers.',
  access: 'public',
  answer: state,
})

export const ready = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  tag: 'Operations',
  summary: 'The database answers too.',
  access: 'public',
  answer: state,
  refusals: ['unavailable'],
})
