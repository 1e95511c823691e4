import type { Page, Route } from '@playwright/test'
import type { Payment } from '#shared/payments/contract.ts'
import { readApart } from './browser-portal.ts'
import type { DemoPortal } from './demo-portal.ts'
import { underMaintenance } from './maintenance-build.ts'
import * as proposals from './proposal-stub.ts'

/** One state of one screen of the demo conference: who sees it, where, and what to do to reach it. */
export interface ScreenState {
  /** Also the name of its picture. */
  name: string
  /** A key of demo/people.ts; undefined is somebody not logged in. */
  as?: string
  path: (demo: DemoPortal) => string
  /** Before the page opens: answers that fail, are empty or never come. */
  given?: (page: Page) => Promise<void>
  /** It goes on loading for ever. */
  loads?: true
  /** After it opened. */
  reach?: (page: Page, demo: DemoPortal) => Promise<void>
}

const at = (path: string) => () => path
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const answer =
  (pattern: string, body: object, status = 200) =>
  async (page: Page) => {
    await readApart(page)
    await page.route(pattern, (route: Route) => route.fulfill({ status, json: body }))
  }
/** The reviewer's list after the deadline for reviews. */
const tooLate = async (page: Page) => {
  await readApart(page)
  await page.route('**/papers/assigned*', async (route: Route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { items: object[] }
    const passed = { _seconds: Date.parse('2026-01-31T23:59:00Z') / 1000, _nanoseconds: 0 }
    const items = list.items.map((one) => ({ ...one, dueAt: passed, missedDeadline: passed }))
    await route.fulfill({ response, json: { ...list, items } })
  })
}
const dialogIs = (page: Page) => page.getByRole('dialog').waitFor()
const failing = (pattern: string) => answer(pattern, {}, 500)
/** The payments desk with one paper. */
const deskOf = (payment: Payment) => answer('**/api/admin/payments?*', { items: [payment], count: 1 })
/** What is alike of papers that await no payment. */
const uncharged = {
  since: { _seconds: 1_776_950_000, _nanoseconds: 0 },
  reportedAt: null,
  paidAt: null,
  authorNote: null,
  late: false,
  received: [],
  balance: null,
  missing: null,
  lines: [],
  receipts: [],
  verified: null,
} satisfies Partial<Payment>
const emptyOf = (pattern: string, key = 'items') => answer(pattern, { [key]: [], count: 0, unread: 0 })
const never = (pattern: string) => async (page: Page) => {
  await readApart(page)
  await page.route(pattern, () => undefined)
}
/** A made proposal, the one before it, and all that is asked about it. */
const proposed =
  (one: object = proposals.madeProposal) =>
  async (page: Page) => {
    const path = '**/api/admin/assignments/proposals'
    await answer(path, proposals.proposalList)(page)
    await answer(`${path}/*1`, one)(page)
    await answer(`${path}/*2`, proposals.earlierProposal)(page)
    await answer(`${path}/*/matrix*`, proposals.proposalMatrix)(page)
    await answer(`${path}/*/candidates*`, proposals.proposalCandidates)(page)
  }
const proposalAt = (rest = '') =>
  at(`/admin/assignments?view=proposal&proposalId=${proposals.madeProposal.id}${rest}`)
const details = (stage: string) => (demo: DemoPortal) =>
  `/author?view=details&abstractId=${demo.at(stage).abstractId}`
const editDetails = (demo: DemoPortal) =>
  `/author?view=edit-details&abstractId=${demo.at('abstract_submitted').abstractId}`
const choosePdf = async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles('tests/fixtures/tracemonkey.pdf')
}

const codeAsked = answer(
  '**/api/auth/login',
  { error: 'second_factor_needed', message: 'Enter the code.' },
  403,
)
const fillLogIn = async (page: Page) => {
  await page.getByLabel('E-mail').fill('ada@tu-nord.example')
  await page.getByLabel('Password', { exact: true }).fill('demo conference 2026')
  await press('Log in')(page)
}
const turnedAway = async (page: Page) => {
  const refusal = { message: 'Too many people are here at once.', details: { begun: false } }
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '100' }, json: refusal }),
  )
}
const reachCode = async (page: Page) => {
  await fillLogIn(page)
  await page.getByLabel('Code', { exact: true }).waitFor()
}
const openFactor = async (page: Page) => {
  await press('Add an authenticator app')(page)
  await dialogIs(page)
}
const at2026 = (days: number) => ({ _seconds: 1_772_442_000 + days * 86_400, _nanoseconds: 0 })
const passkeyAsked = answer(
  '**/api/auth/login',
  {
    error: 'second_factor_needed',
    message: 'Go on with a passkey or a code.',
    details: {
      app: true,
      passkey: {
        rpId: 'localhost',
        challenge: 'AAAA',
        timeout: 300_000,
        userVerification: 'preferred',
        allowCredentials: [],
      },
    },
  },
  403,
)
const scanFactor = async (page: Page) => {
  await openFactor(page)
  await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill('demo conference 2026')
  await press('Continue')(page)
  await page.getByLabel('Code that the app shows').waitFor()
}
const openPerson = async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name: 'María' }).click()
  await page.getByRole('heading', { name: 'Personal deadlines' }).waitFor()
}
/** Each state writes a text of its own: one that is saved already would not be saved again. */
const writeReview = async (page: Page, text: string) => {
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click()
  await press('Accept')(page)
  await page.getByLabel('Comments (optional)').fill(text)
}
const chooseStatement = (text: string) => async (page: Page) => {
  const buffer = Buffer.from(text)
  await page.locator('input[type=file]').setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer })
}
/** One line of every kind. */
const readStatement = async (page: Page, demo: DemoPortal) => {
  const [due, paid] = [demo.at('awaiting_payment').paperId, demo.at('complete').paperId]
  const lines = [
    `02.03.2026;Kenji Sato;Registration fee ${due};320,00;EUR`,
    `02.03.2026;Kenji Sato;Registration fee ${due};120,00;EUR`,
    `03.03.2026;Zeynep Kaya;Registration fee ${paid};320,00;EUR`,
    `03.03.2026;Conference;Refund ${paid};-320,00;EUR`,
    `03.03.2026;Conference;Refund ${paid};-320,00;EUR`,
    `03.03.2026;Universität Nord;Registration fee ${due.replace('P26-0', 'P26-9')};320,00;EUR`,
    `04.03.2026;Kenji Sato;Thank you;400,00;EUR`,
    '05.03.2026;Bank;Charges;-4,00;EUR',
  ]
  await chooseStatement(['Datum;Auftraggeber;Verwendungszweck;Betrag;Währung', ...lines].join('\n'))(page)
  await page.getByRole('heading', { name: 'Is this how the statement is meant?' }).waitFor()
}

/** Whose submission stands first at each stage in the demo, as its author's key. */
const authorAt = {
  abstract_submitted: 'ada',
  abstract_awaiting_resubmission: 'ada',
  abstract_declined: 'zeynep',
  awaiting_paper: 'ada',
  paper_submitted: 'kenji',
  reviewer_declined: 'maria',
  paper_awaiting_resubmission: 'kenji',
  paper_declined: 'zeynep',
  awaiting_payment: 'kenji',
  complete: 'zeynep',
  withdrawn: 'kenji',
} as const

/** Every screen, view, dialog and state of error that a person can meet. */
export const catalogue: readonly ScreenState[] = [
  { name: 'log-in', path: at('/') },
  { name: 'log-in-error', path: at('/'), reach: press('Log in') },
  {
    name: 'log-in-full',
    path: at('/'),
    given: turnedAway,
    loads: true,
    reach: async (page) => {
      await fillLogIn(page)
      await page.getByText('Many people are here at once.').waitFor()
    },
  },
  { name: 'log-in-code', path: at('/'), given: codeAsked, reach: reachCode },
  {
    name: 'log-in-code-error',
    path: at('/'),
    given: codeAsked,
    reach: async (page) => {
      await reachCode(page)
      await press('Use a recovery code')(page)
      await press('Log in')(page)
    },
  },
  {
    name: 'log-in-passkey',
    path: at('/'),
    given: passkeyAsked,
    reach: async (page) => {
      await fillLogIn(page)
      await page.getByRole('button', { name: 'Use your passkey' }).waitFor()
    },
  },
  { name: 'sign-up-author', path: at('/signup') },
  { name: 'sign-up-reviewer', path: at('/signup?role=reviewer&email=ines@alpine.example') },
  { name: 'sign-up-error', path: at('/signup'), reach: press('Sign up') },
  { name: 'forgot-password', path: at('/forgot-password?email=ada@tu-nord.example') },
  {
    name: 'forgot-password-sent',
    path: at('/forgot-password?email=ada@tu-nord.example'),
    reach: press('Reset Password'),
  },
  { name: 'reset-password', path: at('/reset-password?token=abc') },
  { name: 'reset-password-incomplete', path: at('/reset-password') },
  { name: 'verify-email-failed', path: at('/verify-email?token=abc') },
  {
    name: 'unsubscribe',
    path: at('/unsubscribe?token=submission.x.y'),
    given: answer('**/api/unsubscribe/*/standing', { good: true, stopped: false, back: false }),
  },
  {
    name: 'unsubscribe-stopped',
    path: at('/unsubscribe?token=submission.x.y'),
    given: answer('**/api/unsubscribe/*/standing', { good: true, stopped: true, back: true }),
  },
  { name: 'unsubscribe-failed', path: at('/unsubscribe?token=submission.x.y') },
  { name: 'unsubscribe-incomplete', path: at('/unsubscribe') },
  { name: 'set-up', path: at('/set-up?token=abc') },
  { name: 'not-found', path: at('/nowhere') },
  { name: 'maintenance', path: at('/'), given: underMaintenance },

  { name: 'author-home', as: 'ada', path: at('/author') },
  { name: 'author-ongoing', as: 'ada', path: at('/author?view=ongoing') },
  {
    name: 'author-ongoing-empty',
    as: 'ada',
    path: at('/author?view=ongoing'),
    given: emptyOf('**/api/abstracts/ongoing*', 'abstracts'),
  },
  {
    name: 'author-ongoing-loading',
    as: 'ada',
    path: at('/author?view=ongoing'),
    given: never('**/api/abstracts/ongoing*'),
    loads: true,
  },
  {
    name: 'author-ongoing-failed',
    as: 'ada',
    path: at('/author?view=ongoing'),
    given: failing('**/api/abstracts/ongoing*'),
  },
  { name: 'author-completed', as: 'zeynep', path: at('/author?view=completed') },
  {
    name: 'author-completed-empty',
    as: 'ada',
    path: at('/author?view=completed'),
    given: emptyOf('**/api/abstracts/completed*', 'abstracts'),
  },
  ...Object.entries(authorAt).map(([stage, as]) => ({
    name: `details-${stage.replaceAll('_', '-')}`,
    as,
    path: details(stage),
    reach: (page: Page) => page.getByText('Current Status').waitFor(),
  })),
  {
    name: 'details-payment-reported',
    as: 'ada',
    path: at('/author?view=ongoing'),
    reach: async (page) => {
      await page.getByRole('link', { name: 'Seismic isolation of museum floors' }).click()
      await page.getByText('Current Status').waitFor()
    },
  },
  {
    name: 'edit-details',
    as: 'ada',
    path: editDetails,
    reach: (page) => page.getByLabel('Name').nth(1).waitFor(),
  },
  {
    name: 'edit-details-error',
    as: 'ada',
    path: editDetails,
    reach: async (page) => {
      await press('Add a co-author')(page)
      await page.getByLabel('ORCID iD (optional)').last().fill('0000-0002-1825-0098')
      await press('Save details')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'edit-details-stale',
    as: 'ada',
    path: editDetails,
    given: answer(
      '**/details',
      {
        message: 'These details were changed in another window.',
        error: 'stale',
        details: {
          title: 'Vortex-induced vibration of long footbridges',
          topics: ['Bridges'],
          coAuthors: [{ name: 'Lena Fischer', email: '', organization: 'TU Nord', orcid: '' }],
          revision: 2,
        },
      },
      409,
    ),
    reach: async (page) => {
      await press('Save details')(page)
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'edit-details-decided',
    as: 'zeynep',
    path: (demo) => `/author?view=edit-details&abstractId=${demo.at('complete').abstractId}`,
  },
  { name: 'details-failed', as: 'ada', path: details('abstract_submitted'), given: failing('**/overview') },
  {
    name: 'delete-abstract',
    as: 'ada',
    path: details('abstract_submitted'),
    reach: (page) => page.getByRole('button', { name: 'Delete' }).click(),
  },
  {
    name: 'report-payment',
    as: 'kenji',
    path: details('awaiting_payment'),
    reach: async (page) => {
      await press('I have paid')(page)
      await page.getByRole('dialog').getByLabel('Date of payment').fill('')
      await page.getByRole('dialog').getByRole('button', { name: 'I have paid' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'withdraw', as: 'ada', path: details('awaiting_paper'), reach: press('Withdraw submission') },
  { name: 'submit-abstract', as: 'ada', path: at('/author?view=upload-abstract') },
  { name: 'submit-abstract-chosen', as: 'ada', path: at('/author?view=upload-abstract'), reach: choosePdf },
  {
    name: 'submit-abstract-wrong-type',
    as: 'ada',
    path: at('/author?view=upload-abstract'),
    reach: (page) => page.locator('input[type=file]').setInputFiles('README.md'),
  },
  {
    name: 'submit-abstract-failed',
    as: 'ada',
    path: at('/author?view=upload-abstract'),
    given: failing('**/submit-file*'),
    reach: async (page) => {
      await choosePdf(page)
      await press('Submit')(page)
    },
  },
  {
    name: 'submitted-successfully',
    as: 'ada',
    path: at('/author?view=upload-abstract'),
    given: answer('**/submit-file*', { abstractId: 'A26-0099' }),
    reach: async (page) => {
      await choosePdf(page)
      await press('Submit')(page)
    },
  },
  {
    name: 'submit-paper',
    as: 'ada',
    path: (demo) => `/author?view=upload-paper&abstractId=${demo.at('awaiting_paper').abstractId}`,
  },
  {
    name: 'submit-paper-not-now',
    as: 'kenji',
    path: (demo) => `/author?view=upload-paper&abstractId=${demo.at('awaiting_payment').abstractId}`,
  },
  {
    name: 'submit-paper-sending',
    as: 'ada',
    path: (demo) => `/author?view=upload-paper&abstractId=${demo.at('awaiting_paper').abstractId}`,
    given: never('**/submit-file*'),
    reach: async (page) => {
      await choosePdf(page)
      await press('Submit')(page)
    },
    loads: true,
  },
  {
    name: 'author-home-newcomer',
    as: 'ada',
    path: at('/author'),
    given: answer('**/api/abstracts/*', { abstracts: [], count: 0, newAbstractOpen: true }),
  },
  {
    name: 'author-home-too-late',
    as: 'ada',
    path: at('/author'),
    given: answer('**/api/abstracts/*', { abstracts: [], count: 0, newAbstractOpen: false }),
  },
  {
    name: 'author-upload-too-late',
    as: 'ada',
    path: at('/author?view=upload-abstract'),
    given: answer('**/api/abstracts/*', { abstracts: [], count: 0, newAbstractOpen: false }),
  },
  { name: 'celebration', as: 'zeynep', path: at('/author?view=completed'), reach: dialogIs },
  { name: 'support', as: 'ada', path: at('/author'), reach: press('Support') },
  { name: 'instructions', as: 'ada', path: at('/author/instructions') },
  { name: 'notifications', as: 'ada', path: at('/author?view=notifications') },
  {
    name: 'notifications-empty',
    as: 'ada',
    path: at('/author?view=notifications'),
    given: emptyOf('**/api/notifications*'),
  },
  {
    name: 'notification',
    as: 'kenji',
    path: at('/author?view=notifications'),
    reach: (page) => page.getByRole('main').getByRole('listitem').first().getByRole('link').click(),
  },
  { name: 'profile', as: 'ada', path: at('/profile') },
  {
    name: 'profile-delete',
    as: 'ada',
    path: at('/profile'),
    reach: async (page) => {
      await press('Delete my account')(page)
      await page.getByRole('alertdialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'profile-second-factor-on',
    as: 'ada',
    path: at('/profile'),
    given: answer('**/api/profile/second-factor', {
      since: at2026(0),
      appSince: at2026(0),
      passkeys: [
        { id: '1', name: 'Laptop', addedAt: at2026(1), usedAt: at2026(20) },
        { id: '2', name: 'The blue security key on my ring', addedAt: at2026(2), usedAt: null },
      ],
      recoveryCodesLeft: 2,
    }),
  },
  {
    name: 'profile-passkey-add',
    as: 'ada',
    path: at('/profile'),
    reach: async (page) => {
      await press('Add a passkey')(page)
      await dialogIs(page)
    },
  },
  {
    name: 'profile-second-factor-failing',
    as: 'ada',
    path: at('/profile'),
    given: failing('**/api/profile/second-factor'),
  },
  { name: 'profile-second-factor-password', as: 'ada', path: at('/profile'), reach: openFactor },
  { name: 'profile-second-factor-scan', as: 'ada', path: at('/profile'), reach: scanFactor },
  {
    name: 'profile-second-factor-codes',
    as: 'ada',
    path: at('/profile'),
    given: answer('**/api/profile/second-factor/confirm', {
      message: '',
      recoveryCodes: Array.from({ length: 10 }, (_, nth) => `K7M2-P9QX-4TR${nth + 2}`),
    }),
    reach: async (page) => {
      await scanFactor(page)
      await page.getByLabel('Code that the app shows').fill('123456')
      await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
      await page.getByText('Keep these recovery codes').waitFor()
    },
  },
  { name: 'setup-profile', as: 'ada', path: at('/setup-profile') },
  {
    name: 'avatar',
    as: 'ada',
    path: at('/author'),
    reach: async (page) => {
      await press('Change your avatar')(page)
      await dialogIs(page)
    },
  },

  { name: 'reviewer-home', as: 'maria', path: at('/reviewer') },
  { name: 'reviewer-home-too-late', as: 'rita', path: at('/reviewer'), given: tooLate },
  { name: 'reviewer-assigned', as: 'rita', path: at('/reviewer?view=assigned') },
  {
    name: 'reviewer-assigned-too-late',
    as: 'rita',
    path: at('/reviewer?view=assigned'),
    given: tooLate,
  },
  {
    name: 'reviewer-assigned-empty',
    as: 'rita',
    path: at('/reviewer?view=assigned'),
    given: emptyOf('**/papers/assigned*'),
  },
  { name: 'reviewer-reviewed', as: 'omar', path: at('/reviewer?view=reviewed') },
  {
    name: 'reviewer-reviewed-failed',
    as: 'omar',
    path: at('/reviewer?view=reviewed'),
    given: failing('**/papers/reviewed*'),
  },
  ...['Accept', 'Provisionally Accept', 'Reject'].map((verdict) => ({
    name: `reviewing-${verdict.toLowerCase().replace(' ', '-')}`,
    as: 'rita',
    path: at('/reviewer?view=assigned'),
    reach: async (page: Page) => {
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click()
      await press(verdict)(page)
      await press('Submit')(page)
    },
  })),
  {
    name: 'review-earlier-texts',
    as: 'rita',
    path: at('/reviewer?view=assigned'),
    given: answer('**/draft/texts', {
      items: [
        {
          id: '018f0000-0000-7000-8000-000000000002',
          score: '60',
          comments: 'The proof of lemma 2 is sound. Figure 3 is not needed.',
          how: 'refused',
          at: { _seconds: 1_777_000_000, _nanoseconds: 0 },
        },
        {
          id: '018f0000-0000-7000-8000-000000000001',
          score: '',
          comments: 'The proof of lemma 2',
          how: 'saved',
          at: { _seconds: 1_776_900_000, _nanoseconds: 0 },
        },
      ],
      count: 2,
    }),
    reach: async (page) => {
      await writeReview(page, 'The proof of lemma 2 is not sound.')
      await press('Earlier texts')(page)
      await page.getByRole('dialog').locator('del').first().waitFor()
    },
  },
  {
    name: 'review-stale',
    as: 'rita',
    path: at('/reviewer?view=assigned'),
    given: answer(
      '**/draft',
      {
        message: 'This review was changed in another window.',
        error: 'stale',
        details: {
          score: '60',
          comments: 'The proof of lemma 2 is sound.',
          verdict: 'approve',
          revision: 7,
          updatedAt: { _seconds: 1_777_000_000, _nanoseconds: 0 },
        },
      },
      409,
    ),
    reach: async (page) => {
      await writeReview(page, 'The proof of lemma 2 is wrong.')
      await page.getByRole('dialog').locator('del').first().waitFor()
    },
  },
  {
    name: 'session-lost',
    as: 'rita',
    path: at('/reviewer?view=assigned'),
    given: answer('**/draft', { message: 'Please log in.', error: 'unauthenticated' }, 401),
    reach: async (page) => {
      await page.evaluate(() => localStorage.removeItem('refreshToken'))
      await writeReview(page, 'The proof of lemma 2 is missing.')
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    },
  },
  {
    name: 'reviewer-paper-without-preview',
    as: 'rita',
    path: at('/reviewer?view=assigned'),
    given: failing('**/preview'),
    reach: (page) => page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click(),
  },

  { name: 'admin-home', as: 'chair', path: at('/admin') },
  { name: 'admin-pending', as: 'chair', path: at('/admin?view=pending') },
  {
    name: 'admin-pending-empty',
    as: 'chair',
    path: at('/admin?view=pending'),
    given: emptyOf('**/abstracts/pending*'),
  },
  {
    name: 'many-before',
    as: 'chair',
    path: at('/admin?view=pending'),
    reach: async (page) => {
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Reject…' }).click()
      await page.getByLabel("Type 'reject' to confirm").waitFor()
    },
  },
  {
    name: 'many-interrupted',
    as: 'chair',
    path: at('/admin?view=pending'),
    given: failing('**/decisions'),
    reach: async (page) => {
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Accept…', exact: true }).click()
      await page.getByRole('button', { name: /^Accept \d/ }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'admin-reviewed', as: 'chair', path: at('/admin?view=reviewed') },
  { name: 'admin-all', as: 'chair', path: at('/admin?view=all') },
  { name: 'admin-deleted', as: 'chair', path: at('/admin?view=deleted') },
  {
    name: 'admin-abstract',
    as: 'chair',
    path: (demo) => `/admin?view=abstract&abstractId=${demo.at('abstract_submitted').abstractId}`,
  },
  ...['abstract_awaiting_resubmission', 'withdrawn'].map((stage) => ({
    name: `admin-abstract-${stage.replaceAll('_', '-')}`,
    as: 'chair',
    path: (demo: DemoPortal) => `/admin?view=abstract&abstractId=${demo.at(stage).abstractId}`,
  })),
  {
    name: 'admin-abstract-reject',
    as: 'chair',
    path: (demo) => `/admin?view=abstract&abstractId=${demo.at('abstract_submitted').abstractId}`,
    reach: async (page) => {
      await press('Reject')(page)
      await press('Submit')(page)
    },
  },
  { name: 'papers', as: 'chair', path: at('/admin/papers') },
  {
    name: 'papers-selected',
    as: 'chair',
    path: at('/admin/papers'),
    reach: async (page) => {
      for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
      await page.getByText('3 selected').waitFor()
    },
  },
  {
    name: 'keys',
    as: 'chair',
    path: at('/admin/papers'),
    reach: async (page) => {
      await page.keyboard.press('?')
      await dialogIs(page)
    },
  },
  {
    name: 'palette',
    as: 'chair',
    path: (demo) => `/admin/papers?view=paper&paperId=${demo.at('paper_submitted').paperId}`,
    reach: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Provisionally Accept' }).waitFor()
    },
  },
  {
    name: 'palette-found',
    as: 'chair',
    path: at('/admin/papers'),
    reach: async (page) => {
      await press('Quick search')(page)
      await page.getByRole('dialog').getByRole('combobox').fill('ada')
      await page.getByRole('group', { name: 'People' }).waitFor()
    },
  },
  {
    name: 'paper',
    as: 'chair',
    path: (demo) => `/admin/papers?view=paper&paperId=${demo.at('paper_submitted').paperId}`,
  },
  {
    name: 'paper-rounds-compared',
    as: 'chair',
    path: at('/admin/papers'),
    reach: async (page) => {
      await page.getByRole('link', { name: 'Acoustic emission in post-tensioned tanks' }).click()
      await page
        .getByRole('button', { name: /^Compare rounds/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor()
    },
  },
  {
    name: 'paper-due-date',
    as: 'chair',
    path: (demo) => `/admin/papers?view=paper&paperId=${demo.at('paper_submitted').paperId}`,
    reach: (page) =>
      page
        .getByRole('button', { name: /^Change due date/ })
        .first()
        .click(),
  },
  {
    name: 'paper-to-confirm',
    as: 'chair',
    path: (demo) => `/admin/papers?view=paper&paperId=${demo.at('reviewer_declined').paperId}`,
  },
  {
    name: 'assignments',
    as: 'chair',
    path: at('/admin/assignments'),
    given: answer('**/assignments/batches*', {
      items: [
        {
          id: '018f0000-0000-7000-8000-000000000001',
          madeAt: { _seconds: 1_777_000_000, _nanoseconds: 0 },
          madeBy: 'Clara Chair',
          source: 'list',
          assigned: 200,
          standing: 200,
          reviewed: 0,
          undoneAt: null,
        },
        {
          id: '018f0000-0000-7000-8000-000000000002',
          madeAt: { _seconds: 1_776_900_000, _nanoseconds: 0 },
          madeBy: 'Clara Chair',
          source: 'by_hand',
          assigned: 1000,
          standing: 0,
          reviewed: 0,
          undoneAt: { _seconds: 1_776_950_000, _nanoseconds: 0 },
        },
      ],
      count: 2,
    }),
    reach: (page) => page.getByText('200 assignments').waitFor(),
  },
  { name: 'assignments-empty', as: 'chair', path: at('/admin/assignments') },
  {
    name: 'assignments-list',
    as: 'chair',
    path: at('/admin/assignments?view=list'),
    reach: press('Check the list'),
  },
  {
    name: 'assignments-checked',
    as: 'chair',
    path: at('/admin/assignments?view=list'),
    reach: async (page, demo) => {
      const paper = (stage: string) => demo.at(stage).paperId
      const due = new Date(Date.now() + 60 * 24 * 3600_000).toISOString().slice(0, 10)
      const lines = [
        'Paper; Reviewer; Due (UTC); In spite of a conflict, because',
        `${paper('paper_submitted')}; omar@levant.example; ${due} 23:59; Nobody else knows it`,
        `${paper('paper_submitted')}; rita@karst.example; 2026-01-01 23:59`,
        `${paper('awaiting_payment')}; omar@levant.example`,
        `${paper('reviewer_declined')}; Nobody Known`,
        `${paper('reviewer_declined')}; omar@levant.example; 3 May`,
      ]
      await page.getByLabel('Papers and reviewers, one pair a line').fill(lines.join('\n'))
      await press('Check the list')(page)
      await page.getByRole('heading', { name: 'What would happen' }).waitFor()
    },
  },
  {
    name: 'assignments-choose',
    as: 'chair',
    path: (demo) => `/admin/assignments?view=choose&papers=${demo.at('paper_submitted').paperId}`,
    reach: (page) => page.getByLabel('Review due (optional)').first().fill('2099-05-03T23:59'),
  },
  { name: 'propose', as: 'chair', path: at('/admin/assignments?view=propose'), given: proposed() },
  {
    name: 'propose-wrong',
    as: 'chair',
    path: at('/admin/assignments?view=propose'),
    reach: async (page) => {
      await page.getByLabel('Reviewers per paper').fill('many')
      await page.getByLabel('At least one experienced reviewer per paper').check()
      await press('Make a proposal')(page)
    },
  },
  {
    name: 'propose-bids',
    as: 'chair',
    path: at('/admin/assignments?view=propose'),
    given: proposed(),
    reach: async (page) => {
      await press('Add a list')(page)
      await press('Keep these bids')(page)
      await page.getByText('Paste a list or choose a file.').waitFor()
    },
  },
  { name: 'proposal-running', as: 'chair', path: proposalAt(), given: proposed(proposals.runningProposal) },
  { name: 'proposal-failed', as: 'chair', path: proposalAt(), given: proposed(proposals.failedProposal) },
  { name: 'proposal-gone', as: 'chair', path: proposalAt() },
  { name: 'proposal', as: 'chair', path: proposalAt(), given: proposed() },
  { name: 'proposal-matrix', as: 'chair', path: proposalAt('&show=matrix'), given: proposed() },
  {
    name: 'proposal-matrix-conflict',
    as: 'chair',
    path: proposalAt('&show=matrix'),
    given: proposed(),
    reach: async (page) => {
      await page.locator('[data-at="0 5"]').focus()
      await page.getByText('share the mail domain').waitFor()
    },
  },
  { name: 'proposal-compare', as: 'chair', path: proposalAt('&show=compare'), given: proposed() },
  {
    name: 'proposal-add',
    as: 'chair',
    path: proposalAt(),
    given: proposed(),
    reach: async (page) => {
      await press('Add a reviewer to P26-0001-K')(page)
      await page.getByRole('button', { name: 'Add Rita Novák' }).waitFor()
    },
  },
  { name: 'reviewers', as: 'chair', path: at('/admin/reviewers') },
  {
    name: 'many-nothing',
    as: 'chair',
    path: at('/admin/reviewers'),
    reach: async (page) => {
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Remind…' }).click()
      await page.getByRole('button', { name: 'Close' }).waitFor()
    },
  },
  {
    name: 'desk-reviewer-limit',
    as: 'chair',
    path: at('/admin/reviewers'),
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Change limit/ })
        .first()
        .click()
      await page.getByLabel('At most (empty: any number)').fill('many')
      await press('Save')(page)
    },
  },
  {
    name: 'desk-reviewer',
    as: 'chair',
    path: at('/admin/reviewers'),
    reach: async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Rita' }).first().click()
      await page.getByRole('heading', { name: 'Conflicts of interest' }).waitFor()
    },
  },
  {
    name: 'desk-reviewer-unknown',
    as: 'chair',
    path: at('/admin/reviewers?view=reviewer&reviewerId=018f0000-0000-7000-8000-000000000001'),
  },
  { name: 'invitations', as: 'chair', path: at('/admin/reviewers?view=invitations') },
  { name: 'invite', as: 'chair', path: at('/admin/reviewers?view=invite') },
  {
    name: 'invite-checked',
    as: 'chair',
    path: at('/admin/reviewers?view=invite'),
    reach: async (page) => {
      const list = [
        'nils@tu-nord.example',
        'far@elsewhere.example',
        'new@office.example Ada Brunner',
        'ada@tu-nord.example',
        'clara@conference.example',
      ]
      await page.getByLabel('E-mail addresses, one a line').fill(list.join('\n'))
      await press('Check and send')(page)
      await page.getByRole('heading', { name: 'Before the invitations are sent' }).waitFor()
    },
  },
  { name: 'payments', as: 'staff', path: at('/admin/payments') },
  {
    name: 'payments-part',
    as: 'staff',
    path: at('/admin/payments?status=part'),
    reach: (page) => page.getByRole('button', { name: 'Remove this amount' }).first().waitFor(),
  },
  {
    name: 'payments-held',
    as: 'staff',
    path: at('/admin/payments?status=held'),
    given: deskOf({
      ...uncharged,
      paperId: 'P26-0031-R',
      title: 'Fatigue of hollow sections that were withdrawn',
      payer: { name: 'Zoë Brunner', email: 'zoe@karst.example', organization: 'Karst' },
      state: 'held',
      ageBusinessDays: 4,
      received: [{ amount: '100.00', currency: 'EUR' }],
      lines: [
        {
          id: '4f9a4a8e-6d43-4b0a-8a52-0f3b8b1f4a10',
          date: '2026-04-20',
          amount: '100.00',
          currency: 'EUR',
          payer: 'Zoë Brunner',
          text: 'Fee P26-0031-R, first part',
          use: 'note',
        },
      ],
    }),
    reach: (page) => page.getByRole('button', { name: 'Remove this amount' }).waitFor(),
  },
  {
    name: 'payments-settle',
    as: 'staff',
    path: at('/admin/payments?status=held'),
    given: deskOf({
      ...uncharged,
      paperId: 'P26-0033-G',
      title: 'Creep of welded joints, withdrawn after its payment was reported',
      payer: { name: 'Noor El Amrani', email: 'noor@karst.example', organization: 'Karst' },
      state: 'sought',
      reportedAt: { _seconds: 1_777_050_000, _nanoseconds: 0 },
      paidAt: '2026-04-23',
      authorNote: 'From my own account, reference 4711',
      ageBusinessDays: 2,
    }),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Settle the report' }).click()
      await page.getByLabel('Amount (optional)').fill('250')
      await page.getByRole('button', { name: 'Note what arrived' }).waitFor()
    },
  },
  { name: 'payments-import', as: 'staff', path: at('/admin/payments?view=import') },
  {
    name: 'payments-import-refused',
    as: 'staff',
    path: at('/admin/payments?view=import'),
    reach: async (page) => {
      await chooseStatement('PK\u0003\u0004')(page)
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'payments-import-columns',
    as: 'staff',
    path: at('/admin/payments?view=import'),
    reach: readStatement,
  },
  {
    name: 'payments-import-plan',
    as: 'staff',
    path: at('/admin/payments?view=import'),
    reach: async (page, demo) => {
      await readStatement(page, demo)
      await press('See what will happen')(page)
      await page.getByRole('heading', { name: /^Mistyped Paper IDs/ }).waitFor()
    },
  },
  {
    name: 'payments-import-result',
    as: 'staff',
    path: at('/admin/payments?view=import'),
    given: answer('**/api/admin/payments/import', {
      message: '',
      // As the two lines of `readStatement` that are sent name them.
      lines: [
        { hash: '0', occurrence: 1, outcome: 'noted', paperIds: ['P26-0013-M'] },
        { hash: '1', occurrence: 1, outcome: 'double', paperIds: ['P26-0015-I'] },
      ],
    }),
    reach: async (page, demo) => {
      await readStatement(page, demo)
      await press('See what will happen')(page)
      await page.getByRole('button', { name: /^(Verify|Note) / }).click()
      await page.getByRole('heading', { name: 'What happened' }).waitFor()
    },
  },
  { name: 'people', as: 'chair', path: at('/admin/people') },
  { name: 'person', as: 'chair', path: at('/admin/people'), reach: openPerson },
  {
    name: 'person-extend',
    as: 'chair',
    path: at('/admin/people'),
    reach: async (page) => {
      await openPerson(page)
      await press('Extend: Reviews')(page)
      await page.getByLabel('New deadline', { exact: true }).fill('2099-05-03T23:59')
    },
  },
  { name: 'people-import', as: 'chair', path: at('/admin/people?view=import') },
  {
    name: 'people-import-plan',
    as: 'chair',
    path: at('/admin/people?view=import'),
    reach: async (page) => {
      const list = 'E-mail,Name,Role\nnew@south.example,Nora New,reviewer\nada at north,Ada,author\n'
      const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list) }
      await page.getByLabel('List of people: Browse').setInputFiles(file)
      await page.getByRole('heading', { name: 'What will happen' }).waitFor()
    },
  },
  {
    name: 'person-unknown',
    as: 'chair',
    path: at('/admin/people?view=person&personId=018f0000-0000-7000-8000-000000000001'),
  },
  { name: 'mail', as: 'chair', path: at('/admin/mail') },
  {
    name: 'mail-one',
    as: 'chair',
    path: at('/admin/mail'),
    reach: (page) => page.getByRole('main').getByRole('article').getByRole('link').first().click(),
  },
  { name: 'mail-texts', as: 'chair', path: at('/admin/mail?view=texts') },
  {
    name: 'mail-text',
    as: 'chair',
    path: at('/admin/mail?view=text&key=paper_approve'),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByText('As plain text').waitFor()
    },
  },
  {
    name: 'mail-write',
    as: 'chair',
    path: at('/admin/mail?view=write'),
    reach: async (page) => {
      await page.getByLabel('Subject').fill('Rooms')
      await page.getByLabel('Message', { exact: true }).fill('We meet in the main building.')
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByText('As plain text').waitFor()
    },
  },
  {
    name: 'activity',
    as: 'chair',
    path: at('/admin/activity'),
    reach: (page) => page.getByText('Before and after').first().click(),
  },
  { name: 'statistics', as: 'chair', path: at('/admin/statistics') },
  { name: 'papers-export', as: 'chair', path: at('/admin/papers'), reach: press('Export') },
  { name: 'settings', as: 'chair', path: at('/admin/settings') },
]
