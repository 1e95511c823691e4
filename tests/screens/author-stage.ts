import { expect, type Page } from '@playwright/test'
import { defaultSettings } from '#server/features/settings/defaults.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type Cast, type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

/** A submission that a test led to a stage, and whose it is. */
export interface OfAuthor extends MadeSubmission {
  author: MadePerson
}

/** A portal for the author's screens, with one organiser and one reviewer for all tests of a file. */
export interface AuthorStage extends BrowserPortal {
  admin: MadePerson
  reviewer: MadePerson
  /** Saves settings: the defaults but for these. */
  settings: (changed: Partial<Settings>) => Promise<void>
  newCast: () => Promise<Cast>
  /** A submission of a new author at a stage. */
  made: (stage: Stage) => Promise<OfAuthor>
  open: (page: Page, who: MadePerson, search?: string) => Promise<void>
  /** Opens the details of a submission, as its author. */
  openDetails: (page: Page, one: OfAuthor) => Promise<void>
}

/** Opens such a portal. */
export async function openAuthorStage(): Promise<AuthorStage> {
  const portal = await openBrowserPortal()
  const { t } = portal
  const admin = await makePerson(t, { role: 'admin' })
  const reviewer = await makePerson(t, { role: 'reviewer', name: 'Rita Secret-Reviewer' })
  const newCast = async () => ({ author: await makePerson(t, { role: 'author' }), reviewer, admin })
  const open: AuthorStage['open'] = (page, who, search = '') => openAs(page, portal, who, `/author${search}`)
  return {
    ...portal,
    admin,
    reviewer,
    newCast,
    open,
    settings: async (changed) => {
      const { body } = await t.call(readSettings, { as: admin.token })
      const settings = { ...defaultSettings, ...changed }
      const saved = await t.call(saveSettings, {
        as: admin.token,
        body: { settings, revision: body.revision },
      })
      expect(saved.status).toBe(200)
    },
    made: async (stage) => {
      const cast = await newCast()
      return { ...(await submissionAt(t, stage, cast)), author: cast.author }
    },
    openDetails: async (page, { abstractId, author }) => {
      await open(page, author, `?view=details&abstractId=${abstractId}`)
      await expect(page.getByText('Current Status')).toBeVisible()
    },
  }
}

/** A panel of the details, by its heading. */
export const panelOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

/** The badge of the details. */
export const statusOf = (page: Page) => page.getByText('Current Status').locator('[data-kind]')
