import { isRedirect } from '@tanstack/react-router'
import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#client/api/query-client.ts'
import { takeReturn } from '#client/api/return-to.ts'
import { accessToken, storeTokens } from '#client/api/session.ts'
import { json, testServer } from '#client/api/test-server.ts'
import type { Role } from '#shared/core/roles.ts'
import { permissionsOf } from '#shared/core/roles.ts'
import type { CurrentUser } from '#shared/people/contract.ts'
import { allow, leaveIfLoggedIn, requireUser } from './guards.ts'

const profile = { firstName: 'A', lastName: 'B', organization: 'C', phone: '', photoUrl: null }
const person = (role: Role, isProfileComplete = true, isStaff = false): CurrentUser => ({
  id: '1',
  name: 'Ada',
  email: 'ada@example.org',
  role,
  roles: permissionsOf({ role, isStaff }),
  isProfileComplete,
  profile,
})

let server: Awaited<ReturnType<typeof testServer>>
let me: CurrentUser | undefined

beforeEach(async () => {
  const page = new Window()
  vi.stubGlobal('localStorage', page.localStorage)
  vi.stubGlobal('sessionStorage', page.sessionStorage)
  server = await testServer((_, response) =>
    me === undefined
      ? json(response, 401, { message: 'No.', error: 'not_authenticated' })
      : json(response, 200, me),
  )
  vi.stubEnv('VITE_API_URL', server.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  await server.close()
})

const arrive = (pathname: string, search = '') => ({
  context: { queryClient: createQueryClient() },
  location: { pathname, href: pathname + search },
  preload: false,
})
/** Where a guard sends the visitor; undefined when it lets them pass. */
async function sentTo(guard: () => unknown): Promise<unknown> {
  try {
    await guard()
    return undefined
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options.to
    throw thrown
  }
}

test('without an access token nothing is asked; the way leads to / and is remembered', async () => {
  expect(await sentTo(() => requireUser(arrive('/author', '?view=ongoing')))).toBe('/')
  expect(server.seen).toEqual([])
  expect(takeReturn()).toBe('/author?view=ongoing')
  expect(takeReturn()).toBeUndefined()
})

test('a session that does not hold is cleared and leads to /', async () => {
  me = undefined
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  expect(await sentTo(() => requireUser(arrive('/author')))).toBe('/')
  expect(accessToken()).toBeNull()
})

test('a session that holds gives the user to the screen', async () => {
  me = person('author')
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  expect(await requireUser(arrive('/author'))).toEqual({ user: me })
})

test('an incomplete profile leads to /setup-profile, and stays there', async () => {
  me = person('reviewer', false)
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  expect(await sentTo(() => requireUser(arrive('/reviewer')))).toBe('/setup-profile')
  expect(await sentTo(() => requireUser(arrive('/setup-profile')))).toBeUndefined()
})

test.each<[Role, string]>([
  ['admin', '/admin'],
  ['reviewer', '/reviewer'],
  ['both', '/reviewer'],
  ['author', '/author'],
])('somebody logged in as %s leaves the log-in screen for %s', async (role, home) => {
  me = person(role)
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  expect(await sentTo(() => leaveIfLoggedIn(arrive('/')))).toBe(home)
})

const desk = allow('admin')
const payments = allow('admin', 'staff')
test.each([
  ['an author', person('author'), allow('author'), undefined],
  ['an author on the reviewers’ side', person('author'), allow('reviewer'), '/author'],
  ['a reviewer on the authors’ side', person('reviewer'), allow('author'), '/reviewer'],
  ['both on the authors’ side', person('both'), allow('author'), undefined],
  ['an author at the desk', person('author'), desk, '/author'],
  ['an admin at the desk', person('admin'), desk, undefined],
  ['an admin on the authors’ side', person('admin'), allow('author'), '/admin'],
  ['staff at the payments', person('author', true, true), payments, undefined],
  ['staff at the desk', person('author', true, true), desk, '/author'],
])('%s is sent where they work, or let in', async (_, user, guard, to) => {
  expect(await sentTo(() => guard({ context: { user } }))).toBe(to)
})
