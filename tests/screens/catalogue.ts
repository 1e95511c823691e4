import type { Page, Route } from '@playwright/test'
import type { DemoPortal } from './demo-portal.ts'

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
  reach?: (page: Page) => Promise<void>
}

const at = (path: string) => () => path
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const answer =
  (pattern: string, body: object, status = 200) =>
  async (page: Page) => {
    await page.route(pattern, (route: Route) => route.fulfill({ status, json: body }))
  }
const dialogIs = (page: Page) => page.getByRole('dialog').waitFor()
const failing = (pattern: string) => answer(pattern, {}, 500)
const emptyOf = (pattern: string, key = 'items') => answer(pattern, { [key]: [], count: 0, unread: 0 })
const never = (pattern: string) => async (page: Page) => {
  await page.route(pattern, () => undefined)
}
const details = (stage: string) => (demo: DemoPortal) =>
  `/author?view=details&abstractId=${demo.at(stage).abstractId}`
const choosePdf = async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles('tests/fixtures/tracemonkey.pdf')
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
  { name: 'set-up', path: at('/set-up?token=abc') },
  { name: 'not-found', path: at('/nowhere') },

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
  { name: 'details-failed', as: 'ada', path: details('abstract_submitted'), given: failing('**/overview') },
  { name: 'delete-abstract', as: 'ada', path: details('abstract_submitted'), reach: press('Delete') },
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
    given: failing('**/submit-file'),
    reach: async (page) => {
      await choosePdf(page)
      await press('Submit')(page)
    },
  },
  {
    name: 'submitted-successfully',
    as: 'ada',
    path: at('/author?view=upload-abstract'),
    given: answer('**/submit-file', { abstractId: 'A26-0099' }),
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
    name: 'submit-paper-sending',
    as: 'ada',
    path: (demo) => `/author?view=upload-paper&abstractId=${demo.at('awaiting_paper').abstractId}`,
    given: never('**/submit-file'),
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
    given: emptyOf('**/api/abstracts/*', 'abstracts'),
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
      await page.getByRole('alertdialog').waitFor()
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
  { name: 'reviewer-assigned', as: 'rita', path: at('/reviewer?view=assigned') },
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
  { name: 'admin-reviewed', as: 'chair', path: at('/admin?view=reviewed') },
  {
    name: 'admin-abstract',
    as: 'chair',
    path: (demo) => `/admin?view=abstract&abstractId=${demo.at('abstract_submitted').abstractId}`,
  },
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
    name: 'paper',
    as: 'chair',
    path: (demo) => `/admin/papers?view=paper&paperId=${demo.at('paper_submitted').paperId}`,
  },
  {
    name: 'paper-to-confirm',
    as: 'chair',
    path: (demo) => `/admin/papers?view=paper&paperId=${demo.at('reviewer_declined').paperId}`,
  },
  { name: 'reviewers', as: 'chair', path: at('/admin/reviewers') },
  { name: 'invitations', as: 'chair', path: at('/admin/reviewers?view=invitations') },
  { name: 'invite', as: 'chair', path: at('/admin/reviewers?view=invite') },
  { name: 'payments', as: 'staff', path: at('/admin/payments') },
  { name: 'people', as: 'chair', path: at('/admin/people') },
  {
    name: 'activity',
    as: 'chair',
    path: at('/admin/activity'),
    reach: (page) => page.getByText('Before and after').first().click(),
  },
  { name: 'settings', as: 'chair', path: at('/admin/settings') },
]
