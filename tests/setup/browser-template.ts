import { findPostgres } from '../../scripts/find-postgres.ts'
import { makeImage, makeServerTemplate, type Template } from './template.ts'

const IMAGE = 'LECTERN_TEST_IMAGE'
const SERVER = 'LECTERN_TEST_SERVER'
const NAME = 'LECTERN_TEST_TEMPLATE'

/**
 * Makes, once a run, the database that the portal of every browser test gets a copy of: on PostgreSQL where one answers,
 * because an embedded one takes a second of the processor to start, else embedded.
 */
export default async function makeBrowserTemplate(): Promise<() => Promise<void>> {
  const server = await findPostgres()
  if (server === undefined) {
    const { image, remove } = await makeImage()
    process.env[IMAGE] = image
    return remove
  }
  const { template, remove } = await makeServerTemplate(server)
  process.env[SERVER] = template.server
  process.env[NAME] = template.name
  return remove
}

/** The database that was made for this run. */
export function browserTemplate(): Template {
  const { [IMAGE]: image, [SERVER]: server, [NAME]: name } = process.env
  if (server !== undefined && name !== undefined) return { kind: 'postgres', server, name }
  if (image === undefined) throw new Error('The run was not set up: see browser-template.ts.')
  return { kind: 'pglite', image }
}
