import type { App } from '#server/app.ts'
import { inviteReviewers, newSecrets } from '#server/features/people/invite.ts'
import { addPublications } from '#server/features/reviewing/publications/publications.ts'
import { readPublications } from '#server/features/reviewing/publications/read-publications.ts'
import { defaultSettings } from '#server/features/settings/defaults.ts'
import { saveSettings } from '#server/features/settings/save-settings.ts'
import { papers } from './papers.ts'
import { people } from './people.ts'
import { publications } from './publications.ts'
import { Storyteller } from './story.ts'

const DAY = 24 * 3600 * 1000

/** Fills an empty portal with the demo conference, up to `clock.now`; the clock goes back sixty days and returns. */
export async function tellConference(app: App, clock: { now: Date }): Promise<Storyteller> {
  const today = clock.now
  const story = new Storyteller(app, clock, people)
  await story.makePeople()
  const soon = (days: number) => new Date(today.getTime() + days * DAY).toISOString()
  await story.as('chair', (ctx) =>
    saveSettings(
      ctx,
      {
        ...defaultSettings,
        website: 'https://conference.example/',
        supportEmail: 'help@conference.example',
        timeZone: 'Europe/Zurich',
        deadlines: { abstract: soon(10), paper: soon(40), resubmission: soon(25), review: soon(60) },
        paymentUrl: 'https://pay.example/conference-2026',
        paymentInstructions: 'Bank transfers take two days to arrive.',
        feeAmount: '320.00',
        feeCurrency: 'EUR',
        organiserName: 'Society of Structural Engineers',
        organiserAddress: 'Bahnhofstrasse 1\n8001 Zürich\nSwitzerland',
        organiserTaxNumber: 'CHE-123.456.789',
        specialSessionUrl: 'https://forms.example/special-session',
        topics: ['Bridges', 'Fire', 'Geotechnics', 'Materials', 'Monitoring', 'Tunnels'],
      },
      0,
    ),
  )
  for (const [key, list] of Object.entries(publications)) {
    await story.as(key, (ctx) => addPublications(ctx, readPublications(list)))
  }
  for (const paper of papers) await story.tell(paper)
  await story.tellLate()
  story.goTo(2)
  await story.as('chair', async (ctx) => {
    const invitees = [{ email: 'ines@alpine.example', name: 'Inês Costa', topics: ['Bridges'] }]
    return inviteReviewers(ctx, invitees, await newSecrets(ctx, invitees))
  })
  clock.now = today
  return story
}
