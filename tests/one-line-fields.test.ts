import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { topicList } from '#shared/core/topics.ts'
import { editEmail } from '#shared/mail/contract.ts'
import { saveEmailTemplate, sendMessage } from '#shared/mail/desk-contract.ts'
import { verifyPayment } from '#shared/payments/contract.ts'
import { profileForm, register, registration, saveProfile } from '#shared/people/contract.ts'
import { invitee } from '#shared/people/desk-contract.ts'
import { importPeople } from '#shared/people/import-contract.ts'
import { passkeyName } from '#shared/people/passkey-contract.ts'
import { publicationForm } from '#shared/reviewing/publications-contract.ts'
import { config, readSettings, saveSettings, settingsSchema } from '#shared/settings/contract.ts'
import { detailsForm } from '#shared/submissions/details.ts'
import { makePerson } from './factories.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const GIVEN = 'North\r\n\tSea\u2028Bcc: eve@west.example'
const ON_ONE_LINE = 'North Sea Bcc: eve@west.example'

test('every field that is one line by its nature is squeezed on one line', () => {
  const imported = importPeople.body.shape.people.element.shape
  const fields = {
    registeredName: registration.shape.name,
    firstName: profileForm.shape.firstName,
    lastName: profileForm.shape.lastName,
    organization: profileForm.shape.organization,
    phone: profileForm.shape.phone,
    invited: invitee.shape.name,
    importedName: imported.name,
    importedFirstName: imported.firstName,
    importedLastName: imported.lastName,
    importedOrganization: imported.organization,
    passkeyName,
    title: detailsForm.shape.title,
    coAuthor: detailsForm.shape.coAuthors.element.shape.name,
    coAuthorsOrganization: detailsForm.shape.coAuthors.element.shape.organization,
    topic: topicList.element,
    publication: publicationForm.shape.title,
    templateSubject: saveEmailTemplate.body.shape.subject,
    templateButton: saveEmailTemplate.body.shape.button,
    heldSubject: editEmail.body.shape.subject,
    messageSubject: sendMessage.body.shape.subject,
    reference: verifyPayment.body.shape.reference,
    conferenceName: settingsSchema.shape.conferenceName,
    organiserName: settingsSchema.shape.organiserName,
    organiserTaxNumber: settingsSchema.shape.organiserTaxNumber,
  }
  const read = Object.entries(fields).map(([name, schema]) => [name, schema.parse(GIVEN)])
  expect(read).toEqual(Object.keys(fields).map((name) => [name, ON_ONE_LINE]))
})

test('a name, an affiliation and the conference’s name with line breaks are stored on one line', async () => {
  const body = { name: GIVEN, email: 'nora@north.example', password: 'a long sentence of hers' }
  expect((await t.call(register, { body })).status).toBe(200)
  const ada = await makePerson(t, { role: 'author' })
  await t.call(saveProfile, {
    as: ada.token,
    body: { firstName: GIVEN, lastName: GIVEN, organization: GIVEN },
  })
  const rows = await rowsOf<{ name: string }>(
    t.database.db,
    sql`select name from users where email = ${body.email}
    union all select first_name from users where id = ${ada.id}
    union all select organization from users where id = ${ada.id}`,
  )
  expect(rows).toEqual([{ name: ON_ONE_LINE }, { name: ON_ONE_LINE }, { name: ON_ONE_LINE }])
})

test('a conference’s name that was stored with a line break is read on one line', async () => {
  const as = (await makePerson(t, { role: 'admin' })).token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  await t.call(saveSettings, { as, body: { settings: { ...settings, conferenceName: GIVEN }, revision } })
  expect((await t.call(config, {})).body.conferenceName).toBe(ON_ONE_LINE)
  await t.database.db.execute(
    sql`update settings set document = jsonb_set(document, '{conferenceName}', to_jsonb(${GIVEN}::text))`,
  )
  expect((await t.call(config, {})).body.conferenceName).toBe(ON_ONE_LINE)
})
