import { TOTP } from 'otpauth'
import { register } from '#shared/people/contract.ts'
import { addPasskey, startPasskey } from '#shared/people/passkey-contract.ts'
import { confirmSecondFactor, startSecondFactor } from '#shared/people/second-factor-contract.ts'
import { makeCalendarFeed } from '#shared/reminders/contract.ts'
import { addPublications } from '#shared/reviewing/publications-contract.ts'
import { type MadePerson, sessionOf } from '#tests/factories.ts'
import { SoftwareAuthenticator } from '#tests/software-authenticator.ts'
import { png } from '../../trust/files/hostile-pictures.ts'
import { dialog, type Ground, press, type Step, someone } from './double-click-step.ts'

const path = '/profile'

/** Somebody whose log-in asks for a code of an app. */
async function withApp(ground: Ground): Promise<MadePerson> {
  const who = await someone(ground, 'author')
  const { t } = ground
  const { body } = await t.call(startSecondFactor, { as: who.token, body: { password: who.password } })
  const code = new TOTP({ secret: body.key }).generate({ timestamp: t.clock.now.getTime() })
  await t.call(confirmSecondFactor, { as: who.token, body: { code } })
  return who
}

/** A reviewer who has listed two publications. */
async function withPublications(ground: Ground): Promise<MadePerson> {
  const who = await someone(ground, 'reviewer')
  const list = 'Scour at bridge piers\nSqueezing ground in deep tunnels'
  await ground.t.call(addPublications, { as: who.token, body: { list } })
  return who
}

/** What asks for the password before it does anything. */
const withPassword = (opens: string, submit: string, who: MadePerson) => ({
  as: who,
  path,
  reach: async (page: Parameters<typeof dialog>[0]) => {
    await press(page, opens)
    await dialog(page).getByLabel('Current password', { exact: true }).fill(who.password)
  },
  button: (page: Parameters<typeof dialog>[0]) =>
    dialog(page).getByRole('button', { name: submit, exact: true }),
})

/** What everybody does with their own account, and reviewers with their publications. */
export const accountSteps: readonly Step[] = [
  {
    sends: ['renewRecoveryCodes'],
    plant: async (ground) => withPassword('New recovery codes', 'Make new codes', await withApp(ground)),
  },
  {
    sends: ['endSecondFactor'],
    plant: async (ground) => withPassword('Remove Authenticator app', 'Remove', await withApp(ground)),
  },
  {
    sends: ['startPasskey', 'addPasskey'],
    plant: async (ground) => {
      const { reach, ...way } = withPassword('Add a passkey', 'Continue', await someone(ground, 'author'))
      return {
        ...way,
        reach: async (page) => {
          await reach(page)
          await dialog(page).getByLabel('Name of the passkey').fill('Laptop')
        },
      }
    },
  },
  {
    sends: ['removePasskey'],
    plant: async (ground) => {
      const who = await someone(ground, 'author')
      const as = who.token
      const { body } = await ground.t.call(startPasskey, { as, body: { password: who.password } })
      const passkey = new SoftwareAuthenticator(ground.url).make(body)
      await ground.t.call(addPasskey, { as, body: { name: 'Laptop', passkey } })
      return withPassword('Remove Laptop', 'Remove', who)
    },
  },
  {
    sends: ['endSession'],
    plant: async (ground) => {
      const who = await someone(ground, 'author')
      // Two more: the second moves up when the first is ended.
      for (let other = 0; other < 2; other += 1) await sessionOf(ground.t, who.email, who.password)
      return { as: who, path, button: (page) => page.getByRole('button', { name: 'End session' }).first() }
    },
  },
  {
    sends: ['becomeAuthor'],
    plant: async (ground) => ({
      as: await someone(ground, 'reviewer'),
      path,
      button: (page) => page.getByRole('button', { name: 'Submit papers too' }),
    }),
  },
  {
    sends: ['makeCalendarFeed'],
    plant: async (ground) => ({
      as: await someone(ground, 'author'),
      path,
      button: (page) => page.getByRole('button', { name: /^Make a (calendar|new) link$/ }),
    }),
  },
  {
    sends: ['endCalendarFeed'],
    plant: async (ground) => {
      const who = await someone(ground, 'author')
      await ground.t.call(makeCalendarFeed, { as: who.token })
      return { as: who, path, button: (page) => page.getByRole('button', { name: 'Turn off', exact: true }) }
    },
  },
  {
    sends: ['uploadAvatar'],
    plant: async (ground) => ({
      as: await someone(ground, 'author'),
      path: '/author',
      reach: async (page) => {
        await press(page, 'Change your avatar')
        const picture = { name: 'me.png', mimeType: 'image/png', buffer: png(1, 1) }
        await dialog(page).locator('input[type=file]').setInputFiles(picture)
      },
      button: (page) => dialog(page).getByRole('button', { name: 'Upload' }),
    }),
  },
  {
    sends: ['verifyEmail'],
    plant: async ({ t }) => {
      const email = 'new@south.example'
      await t.call(register, { body: { name: 'Nora New', email, password: 'violet anchor ladder 3' } })
      const letter = (await t.mails()).find(({ toAddress }) => toAddress === email)
      const token = /token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
      return {
        path: `/verify-email?token=${token}`,
        // The page confirms by itself; only what failed on its way has a button.
        given: (page) =>
          page.route('**/api/auth/verify-email', (route) => route.fulfill({ status: 503, json: {} }), {
            times: 1,
          }),
        button: (page) => page.getByRole('button', { name: 'Try again' }),
      }
    },
  },
  {
    sends: ['saveTopics'],
    plant: async (ground) => ({
      as: await someone(ground, 'reviewer'),
      path,
      reach: (page) => page.getByRole('checkbox', { name: 'Bridges' }).check(),
      button: (page) => page.getByRole('button', { name: 'Save topics' }),
    }),
  },
  {
    sends: ['addPublications'],
    plant: async (ground) => ({
      as: await someone(ground, 'reviewer'),
      path,
      reach: (page) => page.getByLabel(/^BibTeX, a table/).fill('Scour at bridge piers'),
      button: (page) => page.getByRole('button', { name: 'Add the pasted list' }),
    }),
  },
  {
    sends: ['changePublication'],
    plant: async (ground) => ({
      as: await withPublications(ground),
      path,
      reach: async (page) => {
        await press(page, 'Correct: Scour at bridge piers')
        await dialog(page).getByLabel('Title').fill('Scour at the piers of bridges')
      },
      button: (page) => dialog(page).getByRole('button', { name: 'Save' }),
    }),
  },
  {
    sends: ['removePublication'],
    plant: async (ground) => ({
      as: await withPublications(ground),
      path,
      button: (page) => page.getByRole('button', { name: /^Remove: / }).first(),
    }),
  },
]
