import { type Browser, expect, type Page, test } from '@playwright/test'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import { openSmtpPeer, type ReceivedMail, type SmtpPeer } from '#tests/smtp-peer.ts'

const paper = 'tests/fixtures/tracemonkey.pdf'
const password = 'twelve grey elephants'

let smtp: SmtpPeer
let portal: PortalProcess

test.beforeAll(async () => {
  smtp = await openSmtpPeer()
  portal = await startPortal({ SMTP_URL: smtp.url })
})
test.afterAll(async () => {
  await portal.close()
  await smtp.close()
})

/** A person in a window of their own. */
async function windowOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

const mailTo = (address: string, subject: RegExp) =>
  smtp.next((mail) => mail.recipient === address && subject.test(mail.subject ?? ''))

function linkIn(mail: ReceivedMail): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0]
  if (link === undefined) throw new Error(`no link in “${mail.subject}”`)
  return link
}

async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function completeProfile(page: Page, first: string, last: string, organization: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible()
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Organization').fill(organization)
  await page.getByRole('button', { name: 'Save' }).click()
}

async function confirmAddress(page: Page, address: string): Promise<void> {
  await page.goto(linkIn(await mailTo(address, /Confirm/)))
  await expect(page.getByText('Your e-mail address is confirmed. You can log in now.')).toBeVisible()
}

async function upload(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(paper)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Submitted successfully')).toBeVisible()
  await dialog.getByRole('link').click()
}

async function decide(page: Page, verdict: string, fill: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: verdict, exact: true }).click()
  for (const [label, text] of Object.entries(fill)) await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
}

test('An author goes from registration to a paid paper', async ({ browser }) => {
  const [ada, chair, rita, sam] = await Promise.all([1, 2, 3, 4].map(() => windowOf(browser)))
  if (!ada || !chair || !rita || !sam) throw new Error('four windows')

  await test.step('Ada registers, confirms her address and completes her profile', async () => {
    await ada.goto('/signup')
    await ada.getByLabel('Name').fill('Ada Author')
    await ada.getByLabel('E-mail').fill('ada@north.example')
    await ada.getByLabel('Password', { exact: true }).fill(password)
    await ada.getByRole('button', { name: 'Sign up' }).click()
    await expect(
      ada.getByText('Account created successfully. Please check your email to verify your account.'),
    ).toBeVisible()
    await confirmAddress(ada, 'ada@north.example')
    await logIn(ada, 'ada@north.example', password)
    await completeProfile(ada, 'Ada', 'Author', 'University of the North')
    await expect(ada.getByText('You are logged in as Author')).toBeVisible()
  })

  await test.step('Ada submits an abstract', async () => {
    await ada.getByRole('link', { name: 'Submit Abstract' }).click()
    await upload(ada)
    await expect(ada.getByText('abstract submitted', { exact: true })).toBeVisible()
    await mailTo('ada@north.example', /^A26-0001: we have received/)
  })

  await test.step('the chair asks for changes, and Ada resubmits', async () => {
    await logIn(chair, portal.admin.email, portal.admin.password)
    await completeProfile(chair, 'Clara', 'Chair', 'Conference')
    await expect(chair.getByText('You are logged in as System Administrator')).toBeVisible()
    await chair.getByRole('link', { name: 'Pending Abstracts' }).click()
    await chair.getByRole('heading', { level: 2 }).getByRole('link').click()
    await expect(chair.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
      'href',
      /#zoom=page-fit$/,
    )
    await decide(chair, 'Provisionally Accept', {
      'Comments to the author (required)': 'Say more about loops.',
    })
    await expect(chair.getByText('Changes requested.')).toBeVisible()

    await ada.goto(linkIn(await mailTo('ada@north.example', /provisionally accepted/)))
    await expect(ada.getByText('Say more about loops.').first()).toBeVisible()
    await ada.getByRole('link', { name: 'Upload Abstract' }).click()
    await upload(ada)
    await expect(ada.getByText('After Provisionally accepted')).toBeVisible()
  })

  await test.step('the chair accepts it, and Ada uploads her paper', async () => {
    await chair.goto(linkIn(await mailTo(portal.admin.email, /revised abstract/)))
    await decide(chair, 'Accept', {})
    await expect(chair.getByText('Abstract accepted.')).toBeVisible()
    await ada.goto(linkIn(await mailTo('ada@north.example', /accepted – upload your full paper/)))
    await ada.getByRole('link', { name: 'Upload Paper' }).click()
    await upload(ada)
    await expect(ada.getByText('paper submitted', { exact: true })).toBeVisible()
  })

  await test.step('the chair invites Rita by mail, who registers with her PIN', async () => {
    await chair.getByRole('link', { name: 'Reviewers' }).click()
    await chair.getByRole('link', { name: 'Invite reviewers' }).click()
    await chair.getByLabel('E-mail addresses, one a line').fill('rita@south.example Rita Reviewer')
    await chair.getByRole('button', { name: 'Check and send' }).click()
    await expect(chair.getByText('Invitation sent.')).toBeVisible()

    const invitation = await mailTo('rita@south.example', /you are invited to review/)
    const pin = /Your PIN: (\S+)/.exec(invitation.text ?? '')?.[1] ?? ''
    await rita.goto(linkIn(invitation))
    await expect(rita.getByLabel('E-mail')).toHaveValue('rita@south.example')
    await expect(rita.getByLabel('Name')).toHaveValue('Rita Reviewer')
    await rita.getByLabel('Password', { exact: true }).fill(password)
    await rita.getByLabel('PIN').fill(pin)
    await rita.getByRole('button', { name: 'Sign up' }).click()
    await confirmAddress(rita, 'rita@south.example')
    await logIn(rita, 'rita@south.example', password)
    await completeProfile(rita, 'Rita', 'Reviewer', 'Institute of the South')
    await expect(rita.getByText('You are logged in as Reviewer')).toBeVisible()
  })

  await test.step('the chair assigns Rita', async () => {
    await chair.getByRole('link', { name: 'Papers' }).click()
    await chair.getByRole('heading', { level: 2 }).getByRole('link').click()
    await chair.getByLabel('Reviewer', { exact: true }).selectOption({ label: 'Rita Reviewer · 0 open' })
    await chair.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(chair.getByText('Reviewer assigned.')).toBeVisible()
  })

  await test.step('Rita reads the paper and asks for changes', async () => {
    await rita.goto(linkIn(await mailTo('rita@south.example', /please review this paper/)))
    await expect(rita.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
      'href',
      /#zoom=page-fit$/,
    )
    await decide(rita, 'Provisionally Accept', {
      'Score (0–100)': '60',
      'Comments to the author (required)': 'Compare with a method compiler.',
    })
    await expect(rita.getByText('Thank you. Your decision was submitted.').first()).toBeVisible()
  })

  await test.step('Ada uploads the revised paper, and Rita accepts it in the second round', async () => {
    await ada.goto(linkIn(await mailTo('ada@north.example', /upload your revised paper/)))
    await expect(ada.getByText('Compare with a method compiler.').first()).toBeVisible()
    await expect(ada.getByText('Rita')).toHaveCount(0)
    await ada.getByRole('link', { name: 'Upload Paper' }).click()
    await upload(ada)
    await rita.goto(linkIn(await mailTo('rita@south.example', /review the revised paper/)))
    await decide(rita, 'Accept', { 'Score (0–100)': '90' })
    await expect(rita.getByText('Thank you. Your decision was submitted.').first()).toBeVisible()
  })

  await test.step('Ada pays and says so', async () => {
    const accepted = await mailTo('ada@north.example', /pay the registration fee/)
    expect(accepted.text).toMatch(/P26-0001-\w/)
    await ada.goto(linkIn(accepted))
    await ada.getByRole('button', { name: 'I have paid' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'I have paid' }).click()
    await expect(ada.getByText(/^You reported this payment\. Staff verify it by/)).toBeVisible()
  })

  await test.step('Sam of the staff verifies the payment', async () => {
    await sam.goto('/signup')
    await sam.getByLabel('Name').fill('Sam Staff')
    await sam.getByLabel('E-mail').fill('sam@conference.example')
    await sam.getByLabel('Password', { exact: true }).fill(password)
    await sam.getByRole('button', { name: 'Sign up' }).click()
    await confirmAddress(sam, 'sam@conference.example')
    await chair.goto('/admin/people?q=sam')
    await chair.getByRole('link', { name: 'Sam Staff' }).click()
    await chair.getByLabel('Staff (payments desk)').click()
    await expect(chair.getByText('Sam Staff: Saved.')).toBeVisible()
    await logIn(sam, 'sam@conference.example', password)
    await completeProfile(sam, 'Sam', 'Staff', 'Conference')
    await expect(sam.getByText('You are logged in as Author')).toBeVisible()
    await sam.getByRole('link', { name: 'Payments', exact: true }).click()
    await sam.getByRole('button', { name: 'Verify payment' }).click()
    await sam.getByRole('dialog').getByLabel('Amount (optional)').fill('250.00')
    await sam.getByRole('dialog').getByRole('button', { name: 'Verify payment' }).click()
    await expect(sam.getByText('Payment verified; the submission is complete.')).toBeVisible()
  })

  await test.step('Ada is told, and celebrates', async () => {
    await mailTo('ada@north.example', /payment confirmed/)
    await ada.goto('/author?view=completed')
    await expect(ada.getByRole('dialog').getByText('CONGRATULATIONS!')).toBeVisible()
    await ada.getByRole('dialog').getByRole('link', { name: 'View details' }).click()
    await expect(ada.getByText('Payment confirmed. Your submission is complete.')).toBeVisible()
    await ada.getByRole('link', { name: /^Notifications, \d+ unread$/ }).click()
    await expect(ada.getByRole('link', { name: /Payment for P26-0001-\w confirmed/ })).toBeVisible()
    await ada.getByRole('button', { name: 'Mark all read' }).click()
    await expect(ada.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  })
})
