import { words as common } from './words.ts'

const { score } = common
interface Share {
  some: number
  all: number
}
/** All is all alone: what is nearly so is 99. */
const percent = ({ some, all }: Share) => (some === all ? 100 : Math.min(99, Math.round((some / all) * 100)))

const differWhole = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0')

/** What a proposal is worth, in figures, alone and beside another. */
export const words = {
  comparedFigures: 'Figures of both proposals',
  bothFigures: 'Figures of both objectives',
  total: 'Total',
  mean: 'Mean of the pairs',
  worst: 'Worst-off paper',
  loads: 'New papers per reviewer',
  loadsFrom: (least: number, most: number) => (least === most ? `${least}` : `${least} to ${most}`),
  experts: 'Papers with an expert',
  expertShare: (share: Share) =>
    share.all === 0 ? '0' : `${share.some} of ${share.all} (${percent(share)}\u00a0%)`,
  open: 'Open seats',
  figure: 'Figure',
  now: 'This one',
  before: 'The other',
  difference: 'Difference',
  /** Where the numbers of papers differ, by the shares too, as they are shown. */
  differExperts: (now: Share, other: Share) => {
    const whole = differWhole(now.some - other.some)
    if (now.all === other.all || now.all === 0 || other.all === 0) return whole
    const points = percent(now) - percent(other)
    return `${whole} (${differWhole(points)} ${Math.abs(points) === 1 ? 'point' : 'points'})`
  },
  /** Of the figures as they are shown, so that the sum is right to whoever does it again. */
  differ: (now: number, other: number) => {
    const value = Number(score(now)) - Number(score(other))
    if (score(Math.abs(value)) === score(0)) return '0'
    return value > 0 ? `+${score(value)}` : `−${score(-value)}`
  },
  score,
  differWhole,
} as const
