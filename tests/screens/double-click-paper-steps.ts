import { saveBids } from '#shared/assigning/bids-contract.ts'
import { startProposal } from '#shared/assigning/proposals-contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { letBeDue, submissionAt } from '#tests/submission-at.ts'
import { dialog, type Ground, press, type Step, someone } from './double-click-step.ts'

/** A submission at a stage, of an author and with a reviewer of its own. */
async function madeAt(ground: Ground, stage: Stage) {
  const author = await someone(ground, 'author')
  const reviewer = await someone(ground, 'reviewer')
  const made = await submissionAt(ground.t, stage, { author, reviewer, admin: ground.admin })
  return { ...made, author, reviewer }
}

const HOUR = 3600_000

/** What authors and organisers do with submissions. */
export const paperSteps: readonly Step[] = [
  {
    sends: ['resubmitAbstract'],
    plant: async (ground) => {
      const { abstractId, author } = await madeAt(ground, 'abstract_awaiting_resubmission')
      return {
        as: author,
        path: `/author?view=upload-abstract&abstractId=${abstractId}`,
        reach: (page) => page.locator('input[type=file]').setInputFiles('tests/fixtures/tracemonkey.pdf'),
        button: (page) => page.getByRole('button', { name: /^Submit/ }),
      }
    },
  },
  {
    sends: ['deletePaper'],
    plant: async (ground) => {
      const { abstractId, author } = await madeAt(ground, 'paper_submitted')
      return {
        as: author,
        path: `/author?view=details&abstractId=${abstractId}`,
        reach: (page) =>
          page.getByRole('region', { name: 'Paper' }).getByRole('button', { name: 'Delete' }).click(),
        button: (page) => dialog(page).getByRole('button', { name: 'Delete' }),
      }
    },
  },
  {
    sends: ['savePayer'],
    plant: async (ground) => {
      const { abstractId, author } = await madeAt(ground, 'complete')
      return {
        as: author,
        path: `/author?view=details&abstractId=${abstractId}`,
        reach: async (page) => {
          await press(page, 'Change the payer')
          await dialog(page).getByLabel('Name of the person or organisation').fill('University of the South')
        },
        button: (page) => dialog(page).getByRole('button', { name: 'Save the payer' }),
      }
    },
  },
  {
    sends: ['markRead'],
    isLink: true,
    plant: async (ground) => {
      const { author } = await madeAt(ground, 'awaiting_paper')
      return {
        as: author,
        path: '/author?view=notifications',
        button: (page) => page.getByRole('main').getByRole('listitem').first().getByRole('link'),
      }
    },
  },
  {
    sends: ['verifyPayment'],
    plant: async (ground) => {
      const { paperId } = await madeAt(ground, 'awaiting_payment')
      // The one after it moves up.
      await madeAt(ground, 'awaiting_payment')
      return {
        as: ground.staff,
        path: '/admin/payments',
        reach: (page) =>
          page
            .getByRole('article')
            .filter({ hasText: paperId })
            .getByRole('button', { name: 'Verify payment' })
            .click(),
        button: (page) => dialog(page).getByRole('button', { name: 'Verify payment' }),
      }
    },
  },
  {
    sends: ['reopenPayment'],
    plant: async (ground) => {
      const { paperId } = await madeAt(ground, 'complete')
      return {
        as: ground.staff,
        path: `/admin/payments?status=verified&q=${paperId}`,
        reach: async (page) => {
          await press(page, 'Undo verification')
          await dialog(page).getByLabel('Reason').fill('It was another paper’s.')
        },
        button: (page) => dialog(page).getByRole('button', { name: 'Undo verification' }),
      }
    },
  },
  {
    sends: ['remindReviewers'],
    plant: async (ground) => {
      const { paperId, reviewer } = await madeAt(ground, 'paper_submitted')
      await letBeDue(ground.t, reviewer, { paperId }, new Date(ground.t.clock.now.getTime() - HOUR))
      return {
        as: ground.admin,
        path: `/admin/reviewers?q=${reviewer.email}`,
        reach: async (page) => {
          await page.getByRole('article').getByRole('checkbox').check()
          await press(page, 'Remind…')
        },
        button: (page) => dialog(page).getByRole('button', { name: 'Remind 1 reviewer' }),
      }
    },
  },
  {
    sends: ['resendInvitation'],
    plant: async (ground) => {
      const email = 'ines@alpine.example'
      await ground.t.call(inviteReviewers, { as: ground.admin.token, body: { email } })
      return {
        as: ground.admin,
        path: `/admin/reviewers?view=invitations&q=${email}`,
        button: (page) => page.getByRole('button', { name: /Send again/ }),
      }
    },
  },
  {
    sends: ['removeBids'],
    plant: async (ground) => {
      const { paperId, reviewer } = await madeAt(ground, 'paper_submitted')
      const list = `${reviewer.email};${paperId};eager`
      await ground.t.call(saveBids, { as: ground.admin.token, body: { list } })
      return {
        as: ground.admin,
        path: '/admin/assignments?view=propose',
        reach: (page) => press(page, 'Remove all'),
        button: (page) => dialog(page).getByRole('button', { name: 'Remove all' }),
      }
    },
  },
  {
    sends: ['cancelProposal'],
    plant: async (ground) => {
      // Nobody works off the job: it stays to be made.
      const { body } = await ground.t.call(startProposal, { as: ground.admin.token, body: {} })
      return {
        as: ground.admin,
        path: `/admin/assignments?view=proposal&proposalId=${body.proposalId}`,
        button: (page) => page.getByRole('button', { name: 'Cancel the proposal' }),
      }
    },
  },
  {
    sends: ['saveSettings'],
    plant: async ({ admin }) => ({
      as: admin,
      path: '/admin/settings',
      reach: (page) => page.getByLabel('Website').fill('https://south.example/'),
      button: (page) => page.getByRole('button', { name: 'Save settings' }),
    }),
  },
]
