import fc from 'fast-check'
import { actingPdfs } from './acting-pdfs.ts'
import type { HostileFile } from './hostile-file.ts'
import { pdfBombs } from './pdf-bombs.ts'
import { onePage } from './pdf-by-hand.ts'
import { pdfsOfElsewhere } from './pdfs-of-elsewhere.ts'

/** What every PDF begins with. */
const SIGNATURE = '%PDF-'.length

/** Other kinds of files under a PDF's name, and files that are two kinds at once. */
function disguised(): HostileFile[] {
  const pdf = onePage({})
  const others: Record<string, string> = {
    'a page of HTML': '<!doctype html><script>alert(1)</script>',
    'a drawing with a script': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'a program of Windows': 'MZ\x90\x00\x03',
    'a program of Unix': '\x7fELF\x02\x01\x01',
    'a shell script': '#!/bin/sh\nid\n',
    'a zip': 'PK\x03\x04\x14\x00',
    PostScript: '%!PS-Adobe-3.0\n(/etc/passwd) (r) file\n',
    nothing: '',
    'a header alone': '%PDF-1.7\n',
    'a header and an end': '%PDF-1.7\nstartxref\n0\n%%EOF\n',
    'a kilobyte of zeros': '\x00'.repeat(1024),
  }
  const fronts: Record<string, string> = {
    'a page of HTML': '<html><script>alert(1)</script><!--',
    'a picture': 'GIF89a/*',
    'a script': '/*',
    'a zip': 'PK\x03\x04',
    'a mail': 'From: a@b.example\r\n\r\n',
  }
  return [
    ...Object.entries(others).map(([name, text]) => ({
      name,
      bytes: Buffer.from(text, 'latin1'),
      must: text.startsWith('%PDF') ? ('broken_pdf' as const) : ('not_a_pdf' as const),
    })),
    ...Object.entries(fronts).map(([name, text]) => ({
      name: `a PDF that begins as ${name}`,
      bytes: Buffer.concat([Buffer.from(text, 'latin1'), pdf]),
      // Readers look for the beginning in the first kilobyte.
      must: 'kept' as const,
    })),
    ...[1, 2, 4, 5, 6].map((revision) => ({
      name: `encrypted, version ${revision}`,
      must: 'encrypted_pdf' as const,
      bytes: onePage({
        trailer: `/Encrypt<</Filter/Standard/V ${revision}/R ${revision}/O(x)/U(x)/P -1/Length 128>>/ID[(a)(b)]`,
      }),
    })),
    {
      name: 'encrypted by a key that is not there',
      must: 'encrypted_pdf',
      bytes: onePage({ trailer: '/Encrypt 99 0 R' }),
    },
  ]
}

/** A whole file cut off or with some bytes changed, by chance from a seed. */
function broken(seed: number, whole: Buffer): HostileFile[] {
  const [cuts, changes] = fc.sample(
    fc.tuple(
      fc.array(fc.integer({ min: 0, max: whole.length - 40 }), { minLength: 60, maxLength: 60 }),
      fc.array(
        fc.array(fc.tuple(fc.integer({ min: 8, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 30,
        }),
        { minLength: 90, maxLength: 90 },
      ),
    ),
    { seed, numRuns: 1 },
  )[0] ?? [[], []]
  const truncated = cuts.map((at) => ({
    name: `cut off at ${at}`,
    bytes: whole.subarray(0, at),
    // Of the first bytes alone nobody can tell what they were to be.
    must: at < SIGNATURE ? ('not_a_pdf' as const) : ('broken_pdf' as const),
  }))
  const changed = changes.map((places, at) => {
    const bytes = Buffer.from(whole)
    for (const [place, value] of places) bytes[place] = value
    return { name: `changed, ${at}`, bytes, must: ['kept', 'broken_pdf'] as const }
  })
  return [...truncated, ...changed]
}

/** All of them; `spy` is an address that must never be asked, `whole` a PDF that is well. */
export function hostilePdfs(seed: number, spy: string, whole: Buffer): HostileFile[] {
  return [...actingPdfs(spy), ...pdfsOfElsewhere(spy), ...pdfBombs(), ...disguised(), ...broken(seed, whole)]
}
