import fc from 'fast-check'
import { hostileTexts } from './hostile.ts'

/** What a call that takes a file is sent, and what it is said to be. */
export interface Form {
  type: string
  body: string
}

/** Forms with a small file that is none of ours, most of them spoiled: in their boundary, in their headers, or cut off anywhere. */
export const anyForm: fc.Arbitrary<Form> = fc
  .record({
    type: fc.constantFrom(
      'multipart/form-data',
      'multipart/form-data',
      'Multipart/Form-Data',
      'multipart/mixed',
    ),
    boundary: fc.oneof(
      { weight: 6, arbitrary: fc.constant('b') },
      { weight: 1, arbitrary: fc.constantFrom(undefined, '', '"', '""', 'b'.repeat(70), 'b'.repeat(5000)) },
    ),
    names: fc.oneof(
      { weight: 3, arbitrary: fc.constant('name="file"; filename="a.pdf"') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...hostileTexts.map((text) => `name="file"; filename="${text}"`)),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '',
          'name=',
          'name="file"',
          'name="__proto__"; filename="a"',
          'filename="a"',
        ),
      },
    ),
    more: fc.constantFrom(
      '',
      '',
      'content-type: image/png',
      'content-type: ;;=',
      ':',
      `x: ${'y'.repeat(90_000)}`,
    ),
    bytes: fc.oneof(fc.constantFrom('just words', '%PDF-1.7', '\u0089PNG\r\n', '--b', ''), fc.string()),
    parts: fc.constantFrom(1, 1, 1, 0, 2),
    // Of the whole: three in four are cut off.
    until: fc.oneof(
      fc.constant(1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.7, max: 1, noNaN: true }),
    ),
  })
  .map(({ type, boundary, names, more, bytes, parts, until }) => {
    const line = `--${boundary ?? 'b'}`
    const part = `${line}\r\ncontent-disposition: form-data; ${names}\r\n${more === '' ? '' : `${more}\r\n`}\r\n${bytes}\r\n`
    const whole = `${part.repeat(parts)}${line}--\r\n`
    return {
      type: boundary === undefined ? type : `${type}; boundary=${boundary}`,
      body: whole.slice(0, Math.ceil(whole.length * until)),
    }
  })
