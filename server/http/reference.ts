import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { policyWith } from './headers.ts'
import { openApiDocument } from './openapi.ts'
import type { Portal } from './portal.ts'

/** The one style that Swagger UI writes into its page; another version may have another, which policy.screen.ts tells. */
const SWAGGER_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/** The contract for programs at /api/openapi.json and for people at /api/docs. */
export async function referenceRoutes(portal: Portal): Promise<void> {
  let made: ReturnType<typeof openApiDocument> | undefined
  // Once somebody asks: to make it was a tenth of what a start has to do.
  const document = () => {
    made ??= openApiDocument()
    return made
  }
  portal.http.get('/api/openapi.json', async (_request, reply) => reply.send(document()))
  // The plugin wants one as it is registered; what it hands on is put in its place.
  const none = { openapi: '3.1.0', info: { title: 'Lectern', version: '1' }, paths: {} }
  await portal.http.register(swagger, { mode: 'static', specification: { document: none } })
  await portal.http.register(swaggerUi, {
    routePrefix: '/api/docs',
    transformSpecification: document,
    transformSpecificationClone: false,
    staticCSP: policyWith(SWAGGER_STYLE),
    uiConfig: { docExpansion: 'none', deepLinking: true },
    theme: {
      title: 'Lectern API',
      css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}
