import { makeImage } from './template.ts'

/** Makes, once a run, the database that the portal of every browser test file gets a copy of. */
export default async function browserImage(): Promise<() => Promise<void>> {
  const { image, remove } = await makeImage()
  process.env['LECTERN_TEST_IMAGE'] = image
  return remove
}
