/**
 * Style sheets that did not come. The build's loader asks for each once and takes it for there ever after: what is opened once the
 * line is back would stand there without its looks.
 */
const late = new Set<string>()

// Of a file that does not come a page is told on the way down alone: the event does not rise.
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    late.add(target.href)
    target.remove()
  },
  { capture: true },
)

/** Asks again for each. Throws where one does not come this time either. */
export async function loadLateStyles(): Promise<void> {
  await Promise.all([...late].map(load))
}

async function load(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  const came = new Promise<boolean>((resolve) => {
    link.onload = () => resolve(true)
    link.onerror = () => resolve(false)
  })
  link.href = href
  document.head.append(link)
  if (!(await came)) throw new Error(`${href} did not come.`)
  late.delete(href)
}
