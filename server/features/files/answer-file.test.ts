import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disposition, rangeOf, sentName } from './answer-file.ts'

test.each([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=0-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
])('Range %s of 100 bytes is %o', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range)
})

test('a range never leaves the file', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.integer({ min: 1, max: 300 }), (from, to, size) => {
      const range = rangeOf(`bytes=${from}-${to}`, size)
      if (typeof range !== 'object') return
      expect(range.start).toBeLessThanOrEqual(range.end)
      expect(range.end).toBeLessThan(size)
    }),
  )
})

test('any file name gives one header line of plain ASCII that carries the whole name', () => {
  expect(disposition('attachment', 'Brücke "1".pdf')).toBe(
    `attachment; filename="Br_cke _1_.pdf"; filename*=UTF-8''Br%C3%BCcke%20%221%22.pdf`,
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const header = disposition('inline', name)
      expect(header).toMatch(/^[\x20-\x7e]*$/)
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name)
    }),
  )
})

test.each([
  ['paper.pdf', 'paper.pdf'],
  ['Paper.PDF', 'Paper.PDF'],
  ['paper.pdf.html', 'paper.pdf.html.pdf'],
  ['run.exe', 'run.exe.pdf'],
  ['paper', 'paper.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['', 'file.pdf'],
  ['inv\u200foice\u061cfdp.hta', 'invoicefdp.hta.pdf'],
  ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
])('a PDF called %j is saved as %j', (fileName, saved) => {
  expect(sentName({ fileName, mime: 'application/pdf' })).toBe(saved)
})

test('what is no PDF keeps its name', () => {
  expect(sentName({ fileName: 'photo', mime: 'image/png' })).toBe('photo')
})
