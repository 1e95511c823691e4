import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleNames } from '#shared/core/role-names.ts'
import { exportTable } from '#shared/exporting/contract.ts'
import { login, resetPassword } from '#shared/people/contract.ts'
import { changeUser, listUsers, type Person } from '#shared/people/desk-contract.ts'
import {
  IMPORT_MAX,
  importPeople,
  PEOPLE_MAX,
  type PreviewedPerson,
  previewPeople,
} from '#shared/people/import-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let clara: MadePerson
let as: string
beforeAll(async () => {
  t = await openTestPortal()
  clara = await makePerson(t, { role: 'admin', name: 'Clara Chair', email: 'clara@conference.example' })
  as = clara.token
})
afterAll(() => t.close())

const base64 = (csv: string | Buffer) => Buffer.from(csv).toString('base64')
const preview = (csv: string | Buffer) => t.call(previewPeople, { as, body: { file: base64(csv) } })
type Rows = readonly PreviewedPerson[]
/** What a client sends of a preview. */
const confirmed = (rows: Rows) => rows.flatMap(({ person }) => person ?? [])
const apply = (rows: Rows) => t.call(importPeople, { as, body: { people: confirmed(rows) } })
const verdictsOf = (rows: { verdict: string }[]) => rows.map(({ verdict }) => verdict)
const everybody = async (): Promise<Person[]> => (await t.call(listUsers, { as })).body.items
const personAt = async (email: string) => (await everybody()).find((one) => one.email === email)
const mailsTo = async (email: string) => (await t.mails()).filter(({ toAddress }) => toAddress === email)

test('a list is shown first, row by row, and nothing is done; then each row has its result', async () => {
  await makePerson(t, {
    role: 'author',
    name: 'Ada Author',
    email: 'ada@north.example',
    organization: 'North',
  })
  await makePerson(t, { role: 'author', name: 'Rolf Rise', email: 'rolf@north.example' })
  const list = [
    'E-mail;Name;Organization;Role;Staff;Shoe size',
    'new@south.example;Nora New;South;reviewer;;38',
    'ADA@north.example;Ada Other;Elsewhere;author;false;39',
    'rolf@north.example;Rolf Rise;;both;yes;',
    'boss@south.example;Bo Boss;;admin;;',
    'rolf at north;Nobody;;author;;',
    'new@South.example;Twice;;author;;',
    'chief@south.example;Chi;;chief;;',
    'noname@south.example;;;author;;',
    'staff@south.example;Sta;;author;perhaps;',
    'clara@conference.example;Clara Chair;;author;;',
  ].join('\r\n')
  const people = await everybody()
  const before = [people, (await t.mails()).length]
  const { rows, unread } = (await preview(list)).body
  expect(unread).toEqual(['Shoe size'])
  expect(rows.map(({ id, verdict, facts, problem }) => [id, verdict, problem ?? facts])).toEqual([
    ['2', 'new', ['reviewer', 'South']],
    [
      '3',
      'same',
      ['author', 'their own name stands, not “Ada Other”', 'their own organisation stands, not “Elsewhere”'],
    ],
    ['4', 'changed', ['author → author and reviewer', 'becomes staff (payments desk)']],
    [
      '5',
      'refused',
      'A list makes nobody an administrator. Import them as author, then change that on their page.',
    ],
    ['6', 'refused', 'Enter an e-mail address like name@example.org.'],
    ['7', 'refused', 'The same address stands on line 2.'],
    ['8', 'refused', '“chief” is no role: write author, reviewer or both.'],
    ['9', 'refused', 'There is no name.'],
    ['10', 'refused', '“perhaps” says neither yes nor no to “Staff”.'],
    ['11', 'refused', 'An administrator’s role is changed on their own page.'],
  ])
  expect([await everybody(), (await t.mails()).length]).toEqual(before)

  expect(rows.map(({ id, person }) => (person === null ? '' : id)).filter(Boolean)).toEqual(['2', '4'])
  const { message, rows: results } = (await apply(rows)).body
  expect(message).toBe('1 new, 1 changed, 0 as they were, 0 refused.')
  expect(results).toEqual(rows.flatMap(({ person: _, ...row }) => (['2', '4'].includes(row.id) ? [row] : [])))
  expect(await personAt('new@south.example')).toMatchObject({
    name: 'Nora New',
    organization: 'South',
    role: 'reviewer',
    emailVerified: false,
  })
  expect(await personAt('rolf@north.example')).toMatchObject({
    role: 'both',
    roles: ['author', 'reviewer', 'staff'],
  })
  expect(await personAt('ada@north.example')).toMatchObject({ name: 'Ada Author', organization: 'North' })
  expect((await everybody()).filter(({ role }) => role === 'admin').map(({ email }) => email)).toEqual([
    clara.email,
  ])
  expect(await everybody()).toHaveLength(people.length + 1)
  const told = await mailsTo('rolf@north.example')
  expect(told.map(({ kind }) => kind)).toEqual(['role_changed'])
  expect(told[0]?.text).toContain('you are now author and reviewer.')
})

test('the same file again changes nothing and mails nobody, nor does an answer that was lost', async () => {
  const list = 'Email,First name,Last name\nagain@south.example,Aga,In\n'
  const { rows } = (await preview(list)).body
  expect(verdictsOf((await apply(rows)).body.rows)).toEqual(['new'])
  const before = [await everybody(), (await t.mails()).length]
  expect(verdictsOf((await apply(rows)).body.rows)).toEqual(['same'])
  const again = (await preview(list)).body.rows
  expect([verdictsOf(again), confirmed(again)]).toEqual([['same'], []])
  expect([await everybody(), (await t.mails()).length]).toEqual(before)
})

test('who is new chooses a password by the mailed link, which confirms the address; sent again, the earlier link ends', async () => {
  await apply((await preview('E-mail,Name\nfresh@south.example,Fresh Face\n')).body.rows)
  const linkOf = async () =>
    /reset-password\?token=(\S+)/.exec((await mailsTo('fresh@south.example')).at(-1)?.text ?? '')?.[1] ?? ''
  const first = await linkOf()
  const signIn = (password: string) => t.call(login, { body: { email: 'fresh@south.example', password } })
  expect((await signIn('')).status).toBe(422)
  expect((await signIn('anything at all')).status).toBe(401)
  const { id = '' } = (await personAt('fresh@south.example')) ?? {}
  await t.call(changeUser, { as, params: { userId: id }, body: { resendVerification: true } })
  const choose = (token: string) => t.call(resetPassword, { body: { token, password: 'a quite new secret' } })
  expect((await choose(first)).status).toBe(422)
  expect((await choose(await linkOf())).status).toBe(200)
  expect((await signIn('a quite new secret')).status).toBe(200)
  expect((await personAt('fresh@south.example'))?.emailVerified).toBe(true)
  expect((await mailsTo('fresh@south.example')).map(({ kind }) => kind)).toEqual([
    'welcome',
    'welcome',
    'password_changed',
  ])
})

test('what is exported is imported again without a change, formulas and other scripts included', async () => {
  await makePerson(t, { role: 'both', name: '=1+1', organization: '@SUM(A1)' })
  await makePerson(t, { role: 'reviewer', name: 'Łukasz “Ł” Żółć, 山田', isStaff: true })
  const answer = await t.app.http.inject({
    method: 'GET',
    url: exportTable.path.replace('{table}', 'people').replace('{format}', 'csv'),
    headers: { authorization: `Bearer ${as}` },
  })
  const { rows } = (await preview(answer.rawPayload)).body
  expect(new Set(verdictsOf(rows))).toEqual(new Set(['same']))
  expect(rows).toHaveLength((await everybody()).length)
  // A file that was exported when roles were still written as keys.
  const keys = answer.payload
    .replaceAll('Author and reviewer', 'both')
    .replaceAll('Reviewer', 'reviewer')
    .replaceAll('Administrator', 'admin')
  expect(keys).not.toBe(answer.payload)
  expect(new Set(verdictsOf((await preview(keys)).body.rows))).toEqual(new Set(['same']))
  expect(rows.flatMap(({ facts }) => facts).filter((fact) => fact.includes('stands'))).toEqual([])
})

test('a role is read as the words of an exported list and as the key of the API, in either case', async () => {
  const rows = (['author', 'reviewer', 'both'] as const).flatMap((role) =>
    [role, role.toUpperCase(), roleNames[role], roleNames[role].toUpperCase()].map((written, at) => ({
      role,
      line: `${role}${at}@words.example,Some Body,${written}`,
    })),
  )
  const list = ['E-mail,Name,Role', ...rows.map(({ line }) => line)].join('\n')
  const read = (await preview(list)).body.rows
  expect(read.map(({ person }) => person?.role)).toEqual(rows.map(({ role }) => role))
})

test('what somebody changed after the preview is named and left as it is; the others are done', async () => {
  const [ada, ben] = [await makePerson(t, { role: 'author' }), await makePerson(t, { role: 'author' })]
  const list = `E-mail,Name,Role\n${ada.email},${ada.name},reviewer\n${ben.email},${ben.name},reviewer\n`
  const { rows } = (await preview(list)).body
  await t.call(changeUser, { as, params: { userId: ada.id }, body: { role: 'both' } })
  const late = await apply(rows)
  expect(late.body.rows.map(({ verdict, problem }) => [verdict, problem])).toEqual([
    ['refused', 'Somebody changed this since you looked. Look again at what will happen.'],
    ['changed', null],
  ])
  expect([(await personAt(ada.email))?.role, (await personAt(ben.email))?.role]).toEqual(['both', 'reviewer'])
})

test('what a client sends beside the preview makes nobody an administrator and overwrites nobody', async () => {
  const ada = await makePerson(t, { role: 'author', name: 'Ada Own' })
  const person = { line: 2, email: ada.email, name: 'Other', firstName: '', lastName: '', organization: '' }
  const sent = [
    { ...person, role: 'admin', shown: 'invented' },
    { ...person, line: 3, email: 'boss@west.example', role: 'admin', shown: 'invented' },
    { ...person, line: 4, email: 'new@west.example', shown: 'invented' },
  ] as const
  const { rows } = (await t.call(importPeople, { as, body: { people: [...sent] } })).body
  expect(verdictsOf(rows)).toEqual(['refused', 'refused', 'refused'])
  expect(await personAt(ada.email)).toMatchObject({ name: 'Ada Own', role: 'author' })
  expect([await personAt('boss@west.example'), await personAt('new@west.example')]).toEqual([
    undefined,
    undefined,
  ])
  const many = Array.from({ length: IMPORT_MAX + 1 }, (_, at) => ({ ...sent[2], line: at + 1 }))
  expect((await t.call(importPeople, { as, body: { people: many } })).status).toBe(422)
})

test('ten thousand people are exported, and their file is imported into an empty portal', async () => {
  await t.database.executeSql(
    `insert into users (id, email, name, role, organization, email_verified_at, created_at)
     select gen_random_uuid(), 'many' || n || '@many.example', 'Name ' || n || ', "Quoted" Ünï ' || n,
       (array['author', 'reviewer', 'both'])[1 + n % 3], 'University; ' || n, now(), now()
     from generate_series(1, ${PEOPLE_MAX - 500}) n`,
    [],
  )
  const answer = await t.app.http.inject({
    method: 'GET',
    url: exportTable.path.replace('{table}', 'people').replace('{format}', 'csv'),
    headers: { authorization: `Bearer ${as}` },
  })
  const here = (await preview(answer.rawPayload)).body.rows
  expect(new Set(verdictsOf(here))).toEqual(new Set(['same']))
  expect(here.length).toBeGreaterThan(PEOPLE_MAX - 500)

  const other = await openTestPortal()
  try {
    const { token } = await makePerson(other, { role: 'admin', email: 'clara@conference.example' })
    const file = base64(answer.rawPayload)
    const { rows } = (await other.call(previewPeople, { as: token, body: { file } })).body
    const people = confirmed(rows)
    expect(people.length).toBe(here.length - 1)
    // The first portions stand for all: each is a call like the others.
    const some = people.filter(({ email }) => email.endsWith('@many.example')).slice(0, IMPORT_MAX)
    const done = await other.call(importPeople, { as: token, body: { people: some } })
    expect(done.body.message).toBe(`${IMPORT_MAX} new, 0 changed, 0 as they were, 0 refused.`)
    const query = { q: some[0]?.email ?? '', limit: 1 }
    const [there] = (await other.call(listUsers, { as: token, query })).body.items
    const [mine] = (await t.call(listUsers, { as, query })).body.items
    const kept = ({ email, name, organization, role, roles }: Person) => ({
      ...{ email, name, organization, role, roles },
    })
    expect(there && kept(there)).toEqual(mine && kept(mine))
  } finally {
    await other.close()
  }
}, 180_000)

test('a problem names the line that an editor shows, behind a cell of several lines and an empty line', async () => {
  const list =
    'E-mail,Name,Organization\r\n\r\nlong@lines.example,Lo Ng,"Institute\r\nof\r\nLines"\r\nno address,Ann,\r\n'
  const { rows } = (await preview(list)).body
  expect(rows.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['3', 'new'],
    ['6', 'refused'],
  ])
})

test('what is no list of people is refused, and names in Latin-1 are read', async () => {
  const problems = []
  for (const file of ['', 'Name;Role\nAda;author', 'PK\u0003\u0004', 'E-mail,Email\na@b.example,a@b.example'])
    problems.push((await preview(file)).status)
  expect(problems).toEqual([422, 422, 422, 422])
  const many = `E-mail,Name\n${'a@b.example,A\n'.repeat(PEOPLE_MAX + 1)}`
  expect((await preview(many)).refusal.message).toBe('Use at most 10000 rows at a time.')
  const latin = Buffer.from('E-mail;Name\nj@south.example;Jürgen Müller\n', 'latin1')
  expect((await preview(latin)).body.rows[0]?.name).toBe('Jürgen Müller · j@south.example')
})
