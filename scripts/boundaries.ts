import type { IForbiddenRuleType } from 'dependency-cruiser'

/** The server's features in order of dependence: each may know those before it, never those after. */
export const featureOrder = [
  'settings',
  'housekeeping',
  'mail',
  'notices',
  'people',
  'files',
  'submissions',
  'reviewing',
  'assigning',
  'payments',
  'reminders',
  'statistics',
  'mail-desk',
  'privacy',
  'activity',
  'exporting',
]

const after = (feature: string) => featureOrder.slice(featureOrder.indexOf(feature) + 1)

/** Who may know whom (ARCHITECTURE.md), as rules for dependency-cruiser. */
export const rules: IForbiddenRuleType[] = [
  forbid('no-circles', 'Modules do not import each other in circles.', {}, { circular: true }),
  forbid(
    'shared-knows-nobody',
    'shared imports zod only.',
    { path: '^shared/', pathNot: '\\.test\\.ts$' },
    { pathNot: '^(shared/|node_modules/zod/)' },
  ),
  forbid(
    'client-not-server',
    'The client never meets the server.',
    { path: '^client/' },
    { path: '^server/' },
  ),
  forbid(
    'server-not-client',
    'The server never meets the client.',
    { path: '^server/' },
    { path: '^client/' },
  ),
  forbid(
    'product-not-tests',
    'The product does not know its tests.',
    { path: '^(client|server|shared)/', pathNot: '\\.test\\.tsx?$' },
    { path: '^(tests|bench|demo|scripts|trust)/' },
  ),
  forbid(
    'bottom-knows-no-feature',
    'core, db, http and jobs know no feature.',
    { path: '^server/(core|db|http|jobs)/', pathNot: '\\.test\\.ts$' },
    { path: '^server/features/' },
  ),
  forbid(
    'models-are-pure',
    'Affinity and matching compute: no database, no feature, no HTTP.',
    { path: '^server/(affinity|matching)/', pathNot: '\\.test\\.ts$' },
    { path: '^server/(?!affinity/|matching/)|node_modules/(drizzle-orm|fastify|pg-boss)/' },
  ),
  forbid(
    'verbs-know-no-http',
    'Only routes and pages speak HTTP.',
    { path: '^server/features/', pathNot: '(routes|dev-mail|answer-file|\\.test)\\.ts$' },
    { path: '^server/http/serve|node_modules/fastify/' },
  ),
  forbid(
    'database-is-opened-at-the-top',
    'Actions get a transaction, never the database.',
    { path: '^server/features/', pathNot: '(\\.test|\\.job|intake|dev-mail|make-first-admin)\\.ts$' },
    { path: '^server/db/open' },
  ),
  forbid(
    'ui-knows-nothing',
    'The design system knows no screen, no call, no paper.',
    { path: '^client/ui/' },
    { path: '^(client/(api|app|features)/|shared/(?!core/))' },
  ),
  forbid(
    'api-knows-no-screen',
    'The API client knows no screen.',
    { path: '^client/api/' },
    { path: '^client/(app|features|ui)/' },
  ),
  forbid(
    'client-features-never-meet',
    'app/ composes the client’s features.',
    { path: '^client/features/([^/]+)/' },
    { path: '^client/features/', pathNot: '^client/features/$1/' },
  ),
  forbid(
    'features-know-no-app',
    'Client features do not know the app around them.',
    { path: '^client/features/' },
    { path: '^client/app/', pathNot: '^client/app/(use-|search|session)' },
  ),
  ...featureOrder.map((feature) =>
    forbid(
      `${feature}-knows-only-those-before`,
      'A server feature imports only features before it.',
      { path: `^server/features/${feature}/`, pathNot: '\\.test\\.ts$' },
      { path: `^server/features/(${after(feature).join('|') || 'none-after'})/` },
    ),
  ),
]

function forbid(name: string, comment: string, from: object, to: object): IForbiddenRuleType {
  return { name, comment, severity: 'error', from, to } as IForbiddenRuleType
}
