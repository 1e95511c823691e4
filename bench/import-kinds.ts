import type { AnswerOf } from '#shared/core/endpoint.ts'
import { sendPortions } from '#shared/core/send-portions.ts'
import {
  APPLY_AT_ONCE,
  APPLY_FIRST,
  APPLY_MAX,
  type previewImport,
} from '#shared/payments/import-contract.ts'
import { IMPORT_MAX, type previewPeople } from '#shared/people/import-contract.ts'
import type { PortalProcess } from '#tests/portal-process.ts'
import { call, logIn } from './call.ts'
import { quantile } from './measure.ts'

/** A file and its way through the portal. */
export interface Import {
  csv: string
  run: (portal: PortalProcess) => Promise<Imported>
}

/** Milliseconds. */
export interface Imported {
  preview: number
  apply: number
  /** The preview of the same file once it was imported. */
  again: number
  /** Another call, asked for over and over from preview to the last portion. */
  meanwhile: { most: number; longest: number }
}

/** Each line pays one of the papers; a third are typed otherwise than they are printed. */
export function statementImport(paperIds: readonly string[]): Import {
  const path = '/api/admin/payments/import'
  const rows = paperIds.map((id, n) => {
    const typed = n % 3 === 0 ? id.toLowerCase().replaceAll('-', ' ') : id
    return `02.03.2026;02.03.2026;Gutschrift;"Author ${n} of the North";CH93${n};"Registration fee ${typed} conference";250,00;EUR;${n}`
  })
  const heading = 'Buchung;Valuta;Art;Auftraggeber;IBAN;Verwendungszweck;Betrag;Währung;Referenz'
  return imported([heading, ...rows].join('\r\n'), {
    preview: async (portal, token, file) => {
      const { lines } = await call<AnswerOf<typeof previewImport>>(portal, 'POST', `${path}/preview`, token, {
        file,
      })
      return lines
        .filter(({ verdict }) => verdict === 'match')
        .map(({ hash, occurrence, date, amount, currency, payer, text, papers }) => ({
          ...{ hash, occurrence, date, amount, currency, payer, text },
          paperIds: papers.map(({ paperId }) => paperId),
          as: 'payment',
        }))
    },
    apply: (portal, token, lines) => call(portal, 'POST', path, token, { lines }),
    portion: { least: APPLY_FIRST, most: APPLY_MAX, atOnce: APPLY_AT_ONCE },
    expected: paperIds.length,
  })
}

/** Nobody of the list is known; every fourth is a reviewer. */
export function peopleImport(count: number): Import {
  const path = '/api/admin/users/import'
  const rows = Array.from(
    { length: count },
    (_, n) =>
      `new.person${n}@university${n % 300}.example;New Person ${n};University ${n % 300};${n % 4 === 0 ? 'reviewer' : 'author'}`,
  )
  return imported(['E-mail;Name;Organization;Role', ...rows].join('\r\n'), {
    preview: async (portal, token, file) => {
      const read = await call<AnswerOf<typeof previewPeople>>(portal, 'POST', `${path}/preview`, token, {
        file,
      })
      return read.rows.flatMap(({ person }) => person ?? [])
    },
    apply: (portal, token, people) => call(portal, 'POST', path, token, { people }),
    portion: { least: IMPORT_MAX, most: IMPORT_MAX, atOnce: 1 },
    expected: count,
  })
}

interface Steps {
  /** What there is to send. */
  preview: (portal: PortalProcess, token: string, file: string) => Promise<object[]>
  apply: (portal: PortalProcess, token: string, some: readonly object[]) => Promise<unknown>
  /** How many items a call takes, as a browser sends them. */
  portion: { least: number; most: number; atOnce: number }
  expected: number
}

function imported(csv: string, { preview, apply, portion, expected }: Steps): Import {
  const file = Buffer.from(csv).toString('base64')
  return {
    csv,
    run: async (portal) => {
      const token = await logIn(portal, portal.admin.email, portal.admin.password)
      const others = askMeanwhile(portal, token)
      let took: { preview: number; apply: number }
      try {
        const began = performance.now()
        const items = await preview(portal, token, file)
        const read = performance.now()
        if (items.length !== expected) throw new Error(`${items.length} rows would be done, not ${expected}`)
        await sendPortions(items, { ...portion, keysOf: () => [] }, async (some) => {
          await apply(portal, token, some)
        })
        took = { preview: read - began, apply: performance.now() - read }
      } finally {
        await others.stop()
      }
      const meanwhile = await others.stop()
      const begunAgain = performance.now()
      const left = await preview(portal, token, file)
      const again = performance.now() - begunAgain
      if (left.length > 0) throw new Error(`${left.length} rows would be done again`)
      return { ...took, again, meanwhile }
    },
  }
}

/** Between two calls of another person: one who works beside an import, not one who loads the portal. */
const MEANWHILE_MS = 100

/** Asks for the settings, time and again, until it is stopped. */
function askMeanwhile(portal: PortalProcess, token: string) {
  let going = true
  const times: number[] = []
  const asking = (async () => {
    while (going) {
      const began = performance.now()
      await call(portal, 'GET', '/api/admin/settings', token)
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, MEANWHILE_MS))
    }
  })()
  return {
    stop: async () => {
      going = false
      await asking
      return { most: quantile(times, 0.95), longest: Math.max(...times) }
    },
  }
}
