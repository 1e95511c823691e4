import type { Fields } from './settings-form.ts'

/** A field that both changed, and differently. */
interface Clash {
  name: string
  mine: string
  theirs: string
}

/** What is typed here and what somebody saved meanwhile, put together. */
export interface Merged {
  /** The form's fields: each as whoever changed it has it; of those that both changed, as they are typed here. */
  fields: Fields
  clashes: Clash[]
  /** Fields that the other changed and that nobody touched here. */
  taken: string[]
  /** Fields that were changed here and that the other did not touch. */
  kept: string[]
}

/** Puts both together, field by field, over what both began with. */
export function merge(before: Fields, mine: Fields, theirs: Fields): Merged {
  const fields: Fields = {}
  const clashes: Clash[] = []
  const taken: string[] = []
  const kept: string[] = []
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was = '', here = '', there = ''] = [before[name], mine[name], theirs[name]]
    fields[name] = here === was ? there : here
    if (here === there) continue
    if (there === was) kept.push(name)
    else if (here === was) taken.push(name)
    else clashes.push({ name, mine: here, theirs: there })
  }
  return { fields, clashes, taken, kept }
}
