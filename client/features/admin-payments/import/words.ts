import type { Encoding } from '#shared/core/csv.ts'
import type {
  ColumnRole,
  JudgedLine,
  LineOutcome,
  LineVerdict,
  Reading,
} from '#shared/payments/import-contract.ts'

const count = (one: string, many: string) => (n: number) => (n === 1 ? `1 ${one}` : `${n} ${many}`)

/** How many lines verify a payment, are only noted, or one or the other. */
type Counts = Readonly<Record<'verifies' | 'notes' | 'either', number>>

/** The import of a statement (decisions.md §8), step by step. */
export const words = {
  title: 'Import a statement',
  lead: 'Export your account’s movements, or the payment page’s payments, as CSV. Nothing changes before you confirm it.',
  back: 'Back to payments',
  steps: ['File', 'Columns', 'What will happen', 'Result'],
  step: (step: number, of: number, name: string) => `Step ${step} of ${of}: ${name}`,
  file: 'Statement',
  fileHint: 'Supported format: CSV, up to 10 MB',
  fileTooLarge: 'The file is larger than 10 MB. Export a shorter period.',
  unreadable: 'The file could not be read.',
  reading: 'Reading the statement…',
  failed: 'The statement could not be read',

  goOnWith: (name: string) => `Go on with ${name}`,
  leaveUnapplied: 'Nothing of the statement was applied yet. Leave all the same?',

  columns: 'Is this how the statement is meant?',
  columnsLead: (name: string, lines: number) => `${name} · ${count('line', 'lines')(lines)}`,
  otherFile: 'Choose another file',
  next: 'See what will happen',
  asRead: 'The first lines, as they are read',
  date: 'Date',
  amount: 'Amount',
  payer: 'Payer',
  none: '–',
  notRead: (written: string) => `“${written}” cannot be read`,
  noAmount: 'No column holds the amount. Say which one does.',
  eachColumn: 'What each column holds',
  column: (heading: string, at: number) => (heading === '' ? `Column ${at + 1}` : heading),
  roles: {
    date: 'Date',
    amount: 'Amount received',
    paid_out: 'Amount that went out',
    currency: 'Currency',
    direction: 'Debit or credit',
    state: 'State: paid, refunded, failed …',
    payer: 'Payer',
    text: 'Text: searched for Paper IDs',
    unused: 'Not used',
  } satisfies Record<ColumnRole, string>,
  eg: (samples: readonly string[]) => (samples.length === 0 ? 'empty' : samples.join(' · ')),
  dialect: 'How the file is written',
  encoding: 'Encoding',
  encodings: {
    'utf-8': 'Unicode (UTF-8)',
    'utf-16le': 'Unicode (UTF-16)',
    'utf-16be': 'Unicode (UTF-16, big-endian)',
    'windows-1252': 'Western European (Windows, Latin-1)',
    'windows-1250': 'Central European (Windows)',
    'windows-1251': 'Cyrillic (Windows)',
    'windows-1253': 'Greek (Windows)',
    'windows-1254': 'Turkish (Windows)',
    'iso-8859-2': 'Central European (Latin-2)',
    'iso-8859-15': 'Western European (Latin-9)',
    macintosh: 'Western European (Macintosh)',
    gb18030: 'Chinese, simplified (GB 18030)',
    big5: 'Chinese, traditional (Big5)',
    shift_jis: 'Japanese (Shift JIS)',
    'euc-kr': 'Korean (EUC-KR)',
  } satisfies Record<Encoding, string>,
  separator: 'Between columns',
  separators: { ';': 'Semicolon ;', ',': 'Comma ,', '\t': 'Tab', '|': 'Bar |' } satisfies Record<
    Reading['separator'],
    string
  >,
  decimal: 'Decimal mark',
  decimals: { '.': 'Point: 1,250.00', ',': 'Comma: 1.250,00' } satisfies Record<Reading['decimal'], string>,
  dateOrder: 'Order of dates',
  dateOrders: {
    dmy: 'Day, month, year',
    mdy: 'Month, day, year',
    ymd: 'Year, month, day',
  } satisfies Record<Reading['dateOrder'], string>,
  heading: 'Line of the headings (empty: there are none)',

  plan: 'What will happen',
  planLead: (fee: { amount: string; currency: string } | null) =>
    fee === null
      ? 'No fee is set, so any amount pays a paper.'
      : `The fee of a paper is ${fee.amount} ${fee.currency}.`,
  planTotal: (all: number, { verifies, notes, either }: Counts, open: number, ignored: number) =>
    `${count('line', 'lines')(all)}: ${[
      verifies > 0 && `${verifies} will be verified`,
      notes > 0 && `${notes} will be noted`,
      either > 0 && `${either} will be noted, or verified where the fee is complete with it`,
      open > 0 && `${open} ${open === 1 ? 'needs' : 'need'} you`,
      ignored > 0 && `${ignored} ignored`,
    ]
      .filter(Boolean)
      .join(', ')}.`,
  needsYou: 'needs you',
  changeColumns: 'Change the columns',
  groups: {
    match: 'To be verified',
    part: 'Less than the fee',
    over: 'More than the fee',
    currency: 'In another currency',
    undue: 'Not due any more',
    by_hand: 'Verified by hand before',
    double: 'Paid twice',
    refund: 'Paid back',
    below: 'Paid back below the fee',
    several: 'For several papers',
    mistyped: 'Mistyped Paper IDs',
    unknown: 'No paper found',
    unreadable: 'Amounts that cannot be read',
    perhaps: 'Perhaps noted before',
    known: 'Imported before',
    none: 'No payments that came in',
    not_arrived: 'Did not arrive, by their state',
  } satisfies Record<LineVerdict, string>,
  groupHints: {
    match: 'The submission becomes complete and the author is told.',
    part: 'Noted, it is shown with the paper, and the author is told what is still due.',
    over: 'Alone or with the paper’s other lines. Verify the one that has the fee in it; the surplus is shown with the paper.',
    currency: 'Verify it if it is worth the fee.',
    undue:
      'The paper was withdrawn, or is reviewed again, so it awaits no payment. Noted, the amount is shown with it and can be paid back; the author is told.',
    by_hand:
      'The paper was verified by hand with just this amount, and no line is known of it. Noted as that payment, the line counts once.',
    double: 'The paper is paid already. Noted, it is shown there, to be paid back.',
    refund:
      'Money that went out for a paper that has as much too much. Noted, it is taken off what the paper received; the payment stays verified.',
    below:
      'Less than the fee would be left, so nothing is noted. If the payment itself was returned, undo its verification at the payments desk, or remove the amount noted there. What this file brought for the same paper waits too: verify it only if it was not paid back.',
    several: 'The amount is not the fees of these papers. Divide it among them, or choose the one it is for.',
    mistyped: 'The check character does not fit, so somebody mistyped it. Choose the paper that is meant.',
    unknown: 'No accepted paper is named. Papers are offered whose author has the payer’s name.',
    unreadable:
      'A paper is named, but the amount is written otherwise than the others, or larger than any payment can be. Change the columns if all are so; else verify it by hand at the payments desk.',
    perhaps:
      'A line for the same paper, of the same day and amount, was imported before, or the amount was noted by hand. Choose something only if this is another payment.',
    known: 'These lines were applied already; nothing happens to them.',
    not_arrived:
      'Refunded, failed or still pending: no payments, so nothing happens to them. If a word is meant otherwise, say with the columns that it is no state.',
    none: 'Money that went out for no paper, or for one that has nothing to pay back, sums and headings.',
  } satisfies Record<LineVerdict, string>,
  together: (totals: string) => `Together ${totals}.`,
  line: (line: number) => `Line ${line}`,
  authorIs: (name: string) => `Author: ${name}`,
  payerIs: (name: string) => `Payer: ${name}`,
  paperBy: (paperId: string, author: string) => `${paperId} (author: ${author})`,
  likely: (papers: string) => `Perhaps meant: ${papers}`,
  wrongId: 'This is no Paper ID: its last character does not fit. Compare it letter by letter.',
  state: (written: string) => `State: ${written}`,
  earlier: (line: string) => `Imported before: ${line}`,
  before: (amount: string) => `${amount} arrived before`,
  what: (line: number) => `What to do with line ${line}`,
  choices: {
    out: 'Leave out',
    pay: 'Verify',
    same: 'Note as that payment',
    divide: 'Divide among papers…',
  },
  partPaper: (n: number) => `Paper ID ${n}`,
  partAmount: 'Its share',
  addPart: 'Add a paper',
  partsWhole: (isDone: boolean) =>
    isDone ? 'All of it is divided.' : 'All of it is divided. Enter each paper once, with its ID.',
  partsLeft: (amount: string, isLeft: boolean) =>
    isLeft ? `${amount} is left to be divided.` : `${amount} more than the line has.`,
  paidInFull: 'Accept as paid in full',
  note: {
    part: 'Note as a part',
    double: 'Note as paid twice',
    refund: 'Note as paid back',
    other: 'Note with the paper',
  },
  /** `isHeld`: it pays that paper only where it makes up the fee. */
  forPaper: ({ paperId, author, title }: JudgedLine['papers'][number], isHeld: boolean) =>
    `For ${paperId}${isHeld ? ', verified if it makes up the fee, else noted' : ''} · ${author}${title === '' ? '' : ` · ${title}`}`,
  otherPaper: (isHeld: boolean) =>
    isHeld ? 'For another paper, verified if it makes up the fee, else noted…' : 'For another paper…',
  paperId: (line: number) => `Paper ID for line ${line}`,
  more: count('more line', 'more lines'),
  showsFirst: (n: number) => `Show ${count('line', 'lines')(n)}`,
  shows: (n: number) => `Show ${n} more`,
  nothing: 'Nothing is to be applied.',
  apply: ({ verifies, notes, either }: Counts) =>
    either > 0
      ? `Apply ${count('line', 'lines')(verifies + notes + either)}`
      : [
          verifies > 0 && `Verify ${count('payment', 'payments')(verifies)}`,
          notes > 0 && `${verifies > 0 ? 'note' : 'Note'} ${count('line', 'lines')(notes)}`,
        ]
          .filter(Boolean)
          .join(', '),
  applying: 'Applying the lines',
  interrupted: (done: number, all: number) =>
    `${done} of ${all} lines were applied. Go on: what was applied is not applied twice.`,
  goOn: 'Go on',
  leave: 'The statement is being applied. Leave all the same? You can import it again later.',
  applyFailed: 'Action failed',

  result: 'What happened',
  left: (n: number) =>
    `${count('line needs', 'lines need')(n)} you and ${n === 1 ? 'was' : 'were'} left out. Import the same file again to see ${n === 1 ? 'it' : 'them'} again; nothing is applied twice.`,
  outcomes: {
    verified: 'Verified',
    noted: 'Noted',
    joined: 'Noted as the payment verified by hand',
    double: 'Noted as paid twice',
    refunded: 'Noted as paid back',
    known: 'Imported before',
    meanwhile: 'Not noted: somebody noted the same amount by hand meanwhile',
    below: 'Not noted: less than the fee would be left',
    refused: 'No such paper awaits payment',
  } satisfies Record<LineOutcome, string>,
  another: 'Import another statement',
} as const
