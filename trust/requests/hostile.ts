/** A text with every sign between two others, so that none is at an end, where it would be trimmed. */
const every = (from: number, to: number) =>
  `signs ${Array.from({ length: to - from + 1 }, (_, at) => `a${String.fromCharCode(from + at)}`).join('')}z`

/** What is not seen and may still be obeyed: by a terminal, a reader of a log, mails, calendars or PDFs. */
const controls: readonly string[] = [
  every(0x01, 0x1f),
  every(0x7f, 0x9f),
  every(0x2028, 0x202e),
  every(0x2060, 0x206f),
  every(0x200b, 0x200f),
  '\u001B[2J\u001B]0;owned\u0007\u009B31m',
  'calm\u2028{"level":60,"forged":true,"msg":"forged"}\u2029calm',
  'calm\r\n{"level":60,"forged":true,"msg":"forged"}\r\ncalm',
  'calm","forged":"yes',
  'calm\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nACTION:AUDIO\r\nATTACH:https://elsewhere.example/x\r\nEND:VALARM',
  'calm) /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (calm',
  ']]></rdf:li><rdf:Description forged="yes"/>',
  'calm}}, note = {forged}}\n@preamble{"forged"}',
  'calm"; filename="forged.exe"; x="',
  '\uFF1DHYPERLINK("https://elsewhere.example")',
]

/** Texts that have broken programs like this one: each is an attack, or something that a database or a parser refuses. */
export const hostileTexts: readonly string[] = [
  '<script>window.ran=1</script>',
  '"><img src=x onerror=window.ran=1>',
  'javascript:window.ran=1',
  "'; drop table users; --",
  "' or '1'='1",
  '%_\\',
  '\\\\%',
  'Subject\r\nBcc: everybody@elsewhere.example',
  '=HYPERLINK("https://elsewhere.example","click")',
  '@SUM(1+1)*cmd|"/c calc"!A0',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '{{7*7}}${7*7}<%= 7*7 %>{password}',
  '\u202Egnp.fdp\u202C',
  '\u0000',
  'a\u0000b',
  '\uFFFE',
  'x\uFFFFy',
  '\uD800',
  'x\uDFFFy',
  '\uFEFF\u200B\u2028',
  ...controls,
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍👩‍👧‍👦',
  ' ',
  '',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  'A26-0001',
  'P26-0001-X',
  '9'.repeat(400),
  'a'.repeat(70_000),
  `${'a'.repeat(60)}!`.repeat(200),
  '((((((((((((((((((((',
  'x@y.example,z@w.example',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T25:61:61Z',
  '+292277026596-12-04',
  '1e309',
  '-9223372036854775809',
]

/** As {@link hostileTexts}, of other kinds; made anew each time, since some are objects. */
export const hostileValues: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 2 ** 31,
  () => 2 ** 53,
  () => -(2 ** 63),
  () => 1e308,
  () => [],
  () => ({}),
  () => [[[[[[[[]]]]]]]],
  () => Array.from({ length: 5000 }, (_, at) => at),
  () => JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}'),
  () => nested(2000),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = { a: value }
  return value
}
