import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { message } from '#shared/core/page.ts'
import { topicList } from '#shared/core/topics.ts'

/** A reviewer's own topics. */

export const readTopics = endpoint({
  method: 'GET',
  path: '/api/profile/topics',
  tag: 'Reviewer',
  summary: 'One’s own topics, by which papers to review are found beside one’s publications.',
  access: ['reviewer'],
  answer: z.object({ topics: z.array(z.string()) }),
})

export const saveTopics = endpoint({
  method: 'PUT',
  path: '/api/profile/topics',
  tag: 'Reviewer',
  summary: 'Sets one’s own topics, of those in the conference’s settings.',
  access: ['reviewer'],
  body: z.object({ topics: topicList }),
  answer: message.extend({ topics: z.array(z.string()) }),
})
