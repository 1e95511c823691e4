import { readdir } from 'node:fs/promises'
import type { listProposals, readProposal, startProposal } from '#shared/assigning/proposals-contract.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import { call, logIn } from '../call.ts'
import { openEavesdropper } from '../eavesdropper.ts'
import { quantile } from '../measure.ts'
import { watchMemory } from '../memory.ts'
import { benchDatabase, SECRET } from '../portals.ts'
import { fillForMatching } from './fill.ts'

const PATH = '/api/admin/assignments/proposals'
const EVERY_MS = 250
const CANCEL_MS = 30_000
const sizes = [
  { papers: 600, reviewers: 80, objectives: ['total', 'fair'] },
  { papers: 5000, reviewers: 2000, objectives: ['total', 'fair'] },
] as const

/**
 * Proposals as an organiser has them: asked for over HTTP, made by the job in its thread on PostgreSQL, polled until they
 * are there. Gives the lines of a table; undefined where no PostgreSQL answers.
 */
export async function throughPortal(
  say: (line: string) => void,
): Promise<{ lines: string[]; cancelled: number } | undefined> {
  const lines: string[] = []
  let cancelled = 0
  for (const size of sizes) {
    const database = await benchDatabase()
    if (database === undefined) return undefined
    const portal = {
      ...(await startPortal({ DATABASE_URL: database.url, JWT_SECRET: SECRET })),
      kind: 'PostgreSQL' as const,
      peak: { server: 0, reader: 0 },
    }
    const ear = await openEavesdropper(database.url, SECRET)
    try {
      await fillForMatching(ear.db, size)
      const token = await logIn(portal, portal.admin.email, portal.admin.password)
      for (const objective of size.objectives) {
        const stop = watchMemory(portal)
        const made = await propose(portal, token, { objective, reviewsPerPaper: 3, mostPapers: mostOf(size) })
        await stop()
        const { figures } = made.proposal
        lines.push(
          `| ${size.papers} × ${size.reviewers}, ${objective === 'total' ? 'largest total' : 'fair'} | **${made.seconds.toFixed(1)}** | ${Math.round(portal.peak.server)} | ${Math.round(made.answered)} | ${figures.seats - figures.open} of ${figures.seats} |`,
        )
        say(lines.at(-1) ?? '')
      }
      cancelled = Math.max(cancelled, await cancel(portal, token))
      say(`Cancelled within ${cancelled.toFixed(1)} s.`)
    } finally {
      await ear.close()
      await portal.close()
      await database.drop()
    }
  }
  return { lines, cancelled }
}

/** A third more than each would have if all had the same. */
const mostOf = ({ papers, reviewers }: { papers: number; reviewers: number }) =>
  Math.ceil(((papers * 3) / reviewers) * 1.3)

type Portal = PortalProcess

async function propose(portal: Portal, token: string, wish: Partial<Wish>) {
  const began = performance.now()
  const { proposalId } = await call<AnswerOf<typeof startProposal>>(portal, 'POST', PATH, token, wish)
  const answers: number[] = []
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    const asked = performance.now()
    const { items } = await call<AnswerOf<typeof listProposals>>(portal, 'GET', PATH, token)
    answers.push(performance.now() - asked)
    const state = items.find(({ id }) => id === proposalId)?.state
    if (state === 'running') continue
    const seconds = (performance.now() - began) / 1000
    const made = await call<AnswerOf<typeof readProposal>>(portal, 'GET', `${PATH}/${proposalId}`, token)
    if (made.proposal === null) throw new Error(`The proposal is ${state}: ${made.problem}`)
    return { seconds, answered: quantile(answers, 0.95), proposal: made.proposal }
  }
}

/** Seconds from asking for the end of a proposal that is being matched until its thread is gone. */
async function cancel(portal: Portal, token: string): Promise<number> {
  const { proposalId } = await call<AnswerOf<typeof startProposal>>(portal, 'POST', PATH, token, {
    objective: 'fair',
    reviewsPerPaper: 3,
  })
  for (;;) {
    const { progress, state } = await call<AnswerOf<typeof readProposal>>(
      portal,
      'GET',
      `${PATH}/${proposalId}`,
      token,
    )
    if (state !== 'running' || (progress?.done ?? 0) >= 10) break
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  const [began, before] = [performance.now(), await threadsOf(portal)]
  await call(portal, 'DELETE', `${PATH}/${proposalId}`, token)
  while ((await threadsOf(portal)) >= before && performance.now() - began < CANCEL_MS) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS / 10))
  }
  return (performance.now() - began) / 1000
}

/** How many threads its process has (Linux; elsewhere 0). */
async function threadsOf({ pid }: Portal): Promise<number> {
  return (await readdir(`/proc/${pid}/task`).catch(() => [])).length
}
