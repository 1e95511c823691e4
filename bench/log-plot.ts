/** A measured point of a curve. */
export interface Point {
  kind: string
  x: number
  y: number
}

/** What a plot shows: its name, what stands along the axes, and the figures that are written there, least and most first and last. */
export interface Axes {
  title: string
  x: { name: string; ticks: readonly number[]; most: number }
  y: { unit: string; ticks: readonly number[]; most: number }
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 360, 60, 50]
const INKS = [
  '#1f5fa8',
  '#b3541e',
  '#2f7d4f',
  '#7a3e9d',
  '#8a6d1a',
  '#444444',
  '#c2337d',
  '#0f7f8c',
  '#5a6b00',
]

/** Points by the logarithms of both their figures, as an SVG; a line a kind. */
export function logPlot(points: readonly Point[], { title, x, y }: Axes): string {
  const [fromX = 1, fromY = 1] = [x.ticks[0], y.ticks[0]]
  const across = (value: number) => place(value, fromX, x.most, LEFT, WIDTH - 20)
  const up = (value: number) => place(Math.max(value, fromY), fromY, y.most, HEIGHT - BOTTOM, 20)
  const kinds = [...new Set(points.map(({ kind }) => kind))]
  const grid = [
    ...x.ticks.map(
      (tick) =>
        line(across(tick), 20, across(tick), HEIGHT - BOTTOM) +
        text(across(tick), HEIGHT - 32, tick.toLocaleString('en'), 'middle'),
    ),
    ...y.ticks.map(
      (tick) =>
        line(LEFT, up(tick), WIDTH - 20, up(tick)) + text(LEFT - 8, up(tick) + 4, `${tick} ${y.unit}`, 'end'),
    ),
  ]
  const curves = kinds.map((kind, n) => {
    const own = points.filter((point) => point.kind === kind)
    const dots = own.map((point) => `${across(point.x).toFixed(1)},${up(point.y).toFixed(1)}`)
    const ink = INKS[n]
    if (ink === undefined) throw new Error('More curves than inks.')
    const marks = dots.map((dot) => `<circle cx="${dot.replace(',', '" cy="')}" r="3" fill="${ink}"/>`)
    return `<polyline points="${dots.join(' ')}" fill="none" stroke="${ink}" stroke-width="2"/>${marks.join('')}${text(LEFT + 12, 36 + 18 * n, kind, 'start', ink)}`
  })
  const axis = text((LEFT + WIDTH) / 2, HEIGHT - 10, x.name, 'middle')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12"><title>${title}</title><rect width="100%" height="100%" fill="#fff"/>${[...grid, ...curves].join('\n')}${axis}</svg>\n`
}

function place(value: number, least: number, most: number, from: number, to: number): number {
  return from + ((to - from) * Math.log(value / least)) / Math.log(most / least)
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#ddd"/>`
}

function text(x: number, y: number, words: string, anchor: string, ink = '#333'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${ink}">${words}</text>`
}
