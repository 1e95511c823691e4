interface Point {
  kind: string
  pairs: number
  seconds: number
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 360, 60, 50]
const INKS = ['#1f5fa8', '#b3541e']
const xTicks = [1e4, 1e5, 1e6, 1e7]
const yTicks = [0.01, 0.1, 1, 10, 60]

/** Seconds against the number of pairs, both by their logarithms, a line a kind. */
export function plotOf(points: readonly Point[]): string {
  const across = (pairs: number) => place(pairs, 1e4, 2e7, LEFT, WIDTH - 20)
  const up = (seconds: number) => place(Math.max(seconds, 0.01), 0.01, 100, HEIGHT - BOTTOM, 20)
  const kinds = [...new Set(points.map(({ kind }) => kind))]
  const grid = [
    ...xTicks.map(
      (x) =>
        line(across(x), 20, across(x), HEIGHT - BOTTOM) +
        text(across(x), HEIGHT - 32, x.toLocaleString('en'), 'middle'),
    ),
    ...yTicks.map((y) => line(LEFT, up(y), WIDTH - 20, up(y)) + text(LEFT - 8, up(y) + 4, `${y} s`, 'end')),
  ]
  const curves = kinds.map((kind, n) => {
    const own = points.filter((point) => point.kind === kind)
    const dots = own.map(({ pairs, seconds }) => `${across(pairs).toFixed(1)},${up(seconds).toFixed(1)}`)
    const ink = INKS[n % INKS.length] ?? ''
    const marks = dots.map((dot) => `<circle cx="${dot.replace(',', '" cy="')}" r="3" fill="${ink}"/>`)
    return `<polyline points="${dots.join(' ')}" fill="none" stroke="${ink}" stroke-width="2"/>${marks.join('')}${text(LEFT + 12, 36 + 18 * n, kind, 'start', ink)}`
  })
  const axis = text((LEFT + WIDTH) / 2, HEIGHT - 10, 'papers × reviewers', 'middle')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12"><title>Seconds of matching against the number of pairs</title><rect width="100%" height="100%" fill="#fff"/>${[...grid, ...curves].join('\n')}${axis}</svg>\n`
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
