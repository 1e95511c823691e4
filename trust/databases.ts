import { makeImage, makeServerTemplate, type Template } from '#tests/setup/template.ts'
import { findPostgres } from '../scripts/find-postgres.ts'

/** The databases that the trials run on: the embedded one always, PostgreSQL where one answers. */
export async function findTemplates() {
  const { image, remove: removeImage } = await makeImage()
  const templates: { name: string; template: Template }[] = [
    { name: 'PGlite', template: { kind: 'pglite', image } },
  ]
  const server = await findPostgres()
  if (server === undefined) return { templates, remove: removeImage }
  const { template, remove: removeTemplate } = await makeServerTemplate(server)
  templates.push({ name: 'PostgreSQL', template })
  const remove = async () => {
    await removeTemplate()
    await removeImage()
  }
  return { templates, remove }
}
