import type { Page } from '@playwright/test'
import { listEmails } from '#shared/mail/contract.ts'
import { readEmailTemplate, saveEmailTemplate } from '#shared/mail/desk-contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import type { MadePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { dialog, type Ground, press, type Step, someone } from './double-click-step.ts'

/** An author with so many held mails about decisions, and as many that are not held. */
async function withMails(ground: Ground, count = 1): Promise<MadePerson> {
  const { t, admin } = ground
  const author = await someone(ground, 'author')
  for (let made = 0; made < count; made += 1) {
    const { abstractId } = await submissionAt(t, 'abstract_submitted', { author, admin, reviewer: author })
    await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })
  }
  return author
}

async function pathOfOne({ t, admin }: Ground, to: MadePerson, isHeld: boolean): Promise<string> {
  const { body } = await t.call(listEmails, { as: admin.token, query: { q: to.email } })
  const one = body.items.find(({ state }) => (state === 'held') === isHeld)
  return `/admin/mail?view=mail&emailId=${one?.id}`
}

const oneHeld = async (ground: Ground) => ({
  as: ground.admin,
  path: await pathOfOne(ground, await withMails(ground), true),
})

/** Two mails of somebody are chosen in the list, held ones or others. */
const twoChosen = async (ground: Ground, status: 'held' | 'kept') => {
  const { email } = await withMails(ground, 2)
  if (status === 'kept') await ground.t.drain()
  return {
    as: ground.admin,
    path: `/admin/mail?status=${status}&q=${email}`,
    reach: async (page: Page) => {
      const rows = page.getByRole('article').getByRole('checkbox')
      await rows.first().check()
      await rows.nth(1).check()
    },
  }
}

const asked = (name: string) => (page: Page) => dialog(page).getByRole('button', { name, exact: true })

/** What organisers do with mails and their texts. */
export const mailSteps: readonly Step[] = [
  {
    sends: ['editEmail'],
    plant: async (ground) => ({
      ...(await oneHeld(ground)),
      reach: (page) => page.getByLabel('Subject').fill('Your abstract is accepted'),
      button: (page) => page.getByRole('button', { name: 'Save', exact: true }),
    }),
  },
  {
    sends: ['releaseEmails'],
    plant: async (ground) => ({
      ...(await oneHeld(ground)),
      button: (page) => page.getByRole('button', { name: 'Send it now' }),
    }),
  },
  {
    sends: ['releaseEmails'],
    of: 'chosen ones',
    plant: async (ground) => ({
      ...(await twoChosen(ground, 'held')),
      button: (page) => page.getByRole('button', { name: 'Send them now' }),
    }),
  },
  {
    sends: ['releaseEmails'],
    of: 'all that are found',
    plant: async (ground) => ({
      as: ground.admin,
      path: `/admin/mail?status=held&q=${(await withMails(ground, 2)).email}`,
      reach: (page) => press(page, 'Send all 2 held mails now'),
      button: asked('Send them now'),
    }),
  },
  {
    sends: ['discardEmails'],
    plant: async (ground) => ({
      ...(await oneHeld(ground)),
      reach: (page) => press(page, 'Do not send'),
      button: asked('Do not send'),
    }),
  },
  {
    sends: ['discardEmails'],
    of: 'chosen ones',
    plant: async (ground) => {
      const { reach, ...way } = await twoChosen(ground, 'held')
      return {
        ...way,
        reach: async (page) => {
          await reach(page)
          await press(page, 'Do not send')
        },
        button: asked('Do not send'),
      }
    },
  },
  {
    sends: ['retryEmail'],
    plant: async (ground) => {
      const path = await pathOfOne(ground, await withMails(ground), false)
      await ground.t.drain()
      return {
        as: ground.admin,
        path,
        button: (page) => page.getByRole('button', { name: 'Send again' }),
      }
    },
  },
  {
    sends: ['retryEmails'],
    plant: async (ground) => {
      const { reach, ...way } = await twoChosen(ground, 'kept')
      return {
        ...way,
        reach: async (page) => {
          await reach(page)
          await press(page, 'Send again')
        },
        button: asked('Send again'),
      }
    },
  },
  {
    sends: ['resetEmailTemplate'],
    plant: async ({ t, admin }) => {
      const params = { key: 'paper_approve' }
      const { text, revision } = (await t.call(readEmailTemplate, { as: admin.token, params })).body
      const body = { ...text, subject: `${text.subject}!`, revision }
      await t.call(saveEmailTemplate, { as: admin.token, params, body })
      return {
        as: admin,
        path: '/admin/mail?view=text&key=paper_approve',
        reach: (page) => press(page, 'Back to the portal’s own text'),
        button: asked('Back to the portal’s own text'),
      }
    },
  },
]
