import { AppError } from '#server/core/app-error.ts'
import { decode } from '#server/core/csv/decode.ts'
import { readTable } from '#server/core/csv/read-table.ts'
import { unescaped } from '#server/core/csv/unescaped.ts'
import { roleNames } from '#shared/core/role-names.ts'
import { type Role, roles } from '#shared/core/roles.ts'
import { email, line as oneLine, seenLine } from '#shared/core/text.ts'
import { PEOPLE_MAX, type ReadPerson } from '#shared/people/import-contract.ts'

/** What a row says of a person. */
export interface JudgedPerson extends ReadPerson {
  /** Why the row cannot be taken; null: it can. */
  problem: string | null
}

/** A list of people, and the headings of columns that are not read. */
export interface ReadList {
  people: JudgedPerson[]
  unread: string[]
}

/** How a column may be called, in lower case; the first is what the export calls it. */
const headings = {
  email: ['e-mail', 'email', 'e-mail address', 'email address', 'mail'],
  name: ['name', 'full name'],
  firstName: ['first name', 'given name'],
  lastName: ['last name', 'family name', 'surname'],
  organization: ['organization', 'organisation', 'affiliation', 'institution'],
  role: ['role'],
  staff: ['staff'],
} as const
type Column = keyof typeof headings

/** As an export says it, and as the API does; small. */
const roleOf: ReadonlyMap<string, Role> = new Map(
  roles.flatMap((role) => [[role, role] as const, [roleNames[role].toLowerCase(), role] as const]),
)
const yesOrNo: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, '1': true, x: true },
  ...{ false: false, no: false, '0': false },
}

/**
 * Reads a CSV of people by its headings: ours, as exported, or others' in any order. Refuses 422 for what is no table,
 * has no column of addresses or too many rows.
 */
export function readPeople(bytes: Uint8Array): ReadList {
  const [heading, ...rows] = readTable(decode(bytes).text).rows
  const names = heading?.cells ?? []
  const columns = names.map((name) => columnOf(name))
  if (!columns.includes('email'))
    throw new AppError(
      'invalid',
      'The first row must name the columns: “E-mail”, and “Name”, “Organization”, “Role”, “Staff” as far as there are any.',
    )
  const twice = columns.find((one, at) => one !== undefined && columns.indexOf(one) !== at)
  if (twice !== undefined)
    throw new AppError('invalid', `Two columns are called “${headings[twice][0]}”. Leave one of them out.`)
  if (rows.length > PEOPLE_MAX) throw new AppError('invalid', `Use at most ${PEOPLE_MAX} rows at a time.`)
  const seen = new Map<string, number>()
  const people = rows.map(({ line, cells }) => {
    const cell = (column: Column) => unescaped(cells[columns.indexOf(column)] ?? '')
    const person = { line, ...personIn(cell) }
    const key = person.email.toLowerCase()
    const before = seen.get(key)
    if (before === undefined) seen.set(key, line)
    return before === undefined || person.problem !== null
      ? person
      : { ...person, problem: `The same address stands on line ${before}.` }
  })
  return { people, unread: names.filter((name, at) => columns[at] === undefined && name !== '') }
}

function columnOf(name: string): Column | undefined {
  const plain = name.toLowerCase().trim()
  const columns = Object.keys(headings).filter(isColumn)
  return columns.find((column) => headings[column].some((one) => one === plain))
}

function isColumn(name: string): name is Column {
  return Object.hasOwn(headings, name)
}

function personIn(cell: (column: Column) => string): Omit<JudgedPerson, 'line'> {
  const address = email.safeParse(cell('email'))
  const [firstName, lastName] = [
    oneLine(100).safeParse(cell('firstName')),
    oneLine(100).safeParse(cell('lastName')),
  ]
  const name = seenLine(200, 'There is no name.').safeParse(
    cell('name') || `${cell('firstName')} ${cell('lastName')}`,
  )
  const organization = oneLine(200).safeParse(cell('organization'))
  const [role, staff] = [cell('role').toLowerCase(), cell('staff').toLowerCase()]
  const known = { role: roleOf.has(role), staff: Object.hasOwn(yesOrNo, staff) }
  const read = [address, name, firstName, lastName, organization]
  const problem =
    read.flatMap(({ error }) => error?.issues[0]?.message ?? [])[0] ??
    (role !== '' && !known.role
      ? `“${cell('role')}” is no role: write author, reviewer or both.`
      : staff !== '' && !known.staff
        ? `“${cell('staff')}” says neither yes nor no to “Staff”.`
        : null)
  return {
    email: address.data ?? cell('email').slice(0, 254),
    name: name.data ?? '',
    firstName: firstName.data ?? '',
    lastName: lastName.data ?? '',
    organization: organization.data ?? '',
    role: roleOf.get(role),
    staff: known.staff ? yesOrNo[staff] : undefined,
    problem,
  }
}
