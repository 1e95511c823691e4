import type { Schema } from '#client/ui/form.ts'
import type { DetailsForm, SubmissionDetails } from '#shared/submissions/details.ts'

/** The details as the form's text fields hold them: `coAuthors.0.email` … */
export type Fields = Record<string, string>

/** What is typed, unchecked. */
export type TypedDetails = Pick<SubmissionDetails, 'title' | 'topics' | 'coAuthors'>

const parts = ['name', 'email', 'organization', 'orcid'] as const

/** Details to text fields. */
export function fieldsOf({ title, topics, coAuthors }: TypedDetails): Fields {
  const rows = coAuthors.flatMap((one, index) =>
    parts.map((part) => [`coAuthors.${index}.${part}`, one[part]] as const),
  )
  return { title, topics: topics.join('\n'), ...Object.fromEntries(rows) }
}

/** Text fields to what is typed. */
export function typedIn(fields: Fields): TypedDetails {
  const count = Object.keys(fields).filter((field) => field.endsWith('.name')).length
  const at = (index: number, part: string) => fields[`coAuthors.${index}.${part}`] ?? ''
  return {
    title: fields['title'] ?? '',
    topics: (fields['topics'] ?? '').split('\n').filter((topic) => topic !== ''),
    coAuthors: Array.from({ length: count }, (_, index) => ({
      name: at(index, 'name'),
      email: at(index, 'email'),
      organization: at(index, 'organization'),
      orcid: at(index, 'orcid'),
    })),
  }
}

/** The text fields with other co-authors. */
export function withCoAuthors(
  fields: Fields,
  change: (coAuthors: TypedDetails['coAuthors']) => TypedDetails['coAuthors'],
): Fields {
  const typed = typedIn(fields)
  return fieldsOf({ ...typed, coAuthors: change(typed.coAuthors) })
}

/** A list with two of its places exchanged. */
export function exchanged<T>(list: readonly T[], a: number, b: number): T[] {
  const other = new Map([
    [a, b],
    [b, a],
  ])
  return list.flatMap((_, index) => list.slice(other.get(index) ?? index).slice(0, 1))
}

/** Checks text fields by the shared schema, which is loaded when the form is touched; problems carry the fields' names. */
export async function loadDetailsSchema(): Promise<Schema<DetailsForm>> {
  const { detailsForm } = await import('#shared/submissions/details.ts')
  return {
    '~standard': {
      validate: (fields) => detailsForm['~standard'].validate(typedIn(fields as Fields)),
    },
  }
}
