import { expect, test } from 'vitest'
import { checkForm } from '#client/ui/form.ts'
import { exchanged, fieldsOf, loadDetailsSchema, typedIn, withCoAuthors } from './details-fields.ts'

const grace = {
  name: 'Grace',
  email: 'grace@north.example',
  organization: 'North',
  orcid: '0000-0002-1825-0097',
}
const alan = { name: 'Alan', email: '', organization: '', orcid: '' }
const details = { title: 'Bridges', topics: ['Steel', 'Wind'], coAuthors: [grace, alan] }

test('what the form shows is what it saves', async () => {
  expect(typedIn(fieldsOf(details))).toEqual(details)
  expect(await checkForm(await loadDetailsSchema(), fieldsOf(details))).toEqual({ parsed: details })
})

test('rows come, go and change places with all that is typed in them', () => {
  const fields = fieldsOf(details)
  expect(typedIn(withCoAuthors(fields, (list) => exchanged(list, 0, 1))).coAuthors).toEqual([alan, grace])
  expect(typedIn(withCoAuthors(fields, (list) => list.slice(1))).coAuthors).toEqual([alan])
  expect(typedIn(withCoAuthors(fields, (list) => [...list, alan])).coAuthors).toEqual([grace, alan, alan])
})

test('what is wrong is named by its field', async () => {
  const wrong = { ...grace, name: ' ', email: 'GRACE@north.example', orcid: '0000-0002-1825-0098' }
  const fields = fieldsOf({ ...details, coAuthors: [grace, { ...alan, email: 'alan' }, wrong] })
  const checked = await checkForm(await loadDetailsSchema(), fields)
  expect(checked.problems).toEqual([
    { field: 'coAuthors.1.email', message: 'Enter an e-mail address like name@example.org.' },
    { field: 'coAuthors.2.name', message: 'Enter the co-author’s name.' },
    { field: 'coAuthors.2.email', message: 'This person is listed twice.' },
    {
      field: 'coAuthors.2.orcid',
      message: 'Check this ORCID iD: its last character does not fit the others.',
    },
  ])
})
