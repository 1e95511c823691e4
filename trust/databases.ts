import { makeImage, makeServerTemplate, type Template } from '#tests/setup/template.ts'
import { findPostgres } from '../scripts/find-postgres.ts'

/** The databases that the trials run on: the embedded one always, PostgreSQL where one answers; or the one of them named. */
export async function findTemplates(only?: string) {
  const templates: { name: string; template: Template }[] = []
  const removals: (() => Promise<void>)[] = []
  if (only === undefined || only === 'PGlite') {
    const { image, remove } = await makeImage()
    templates.push({ name: 'PGlite', template: { kind: 'pglite', image } })
    removals.push(remove)
  }
  const server = only === 'PGlite' ? undefined : await findPostgres()
  if (server !== undefined) {
    const { template, remove } = await makeServerTemplate(server)
    templates.push({ name: 'PostgreSQL', template })
    removals.push(remove)
  }
  if (templates.length === 0) throw new Error(`there is no database called ${only}, or it does not answer`)
  const remove = async () => {
    for (const one of removals.toReversed()) await one()
  }
  return { templates, remove }
}
