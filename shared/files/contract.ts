import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'

/** Signed links to files: no header needed, good for ten minutes, permission asked again (decisions.md §7). */
export const readFile = endpoint({
  method: 'GET',
  path: '/api/files/{link}',
  tag: 'Files',
  summary: 'The bytes behind a `downloadUrl`, `previewUrl` or `photoUrl`. Range requests are answered.',
  access: 'public',
  params: z.object({ link: z.string().max(1000) }),
  answer: z.file(),
  refusals: ['not_found', 'file_missing', 'invalid_token', 'wrong_state', 'unavailable'],
})
