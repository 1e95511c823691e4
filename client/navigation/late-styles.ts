/**
 * Style sheets that did not come. The build's loader asks for each once and takes it for there ever after: what is opened once the
 * line is back would stand there without its looks.
 */
const late = new Set<string>()

function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0
  } catch {
    // So does Chromium say that it has none.
    return true
  }
}

/** Notes the sheets of the page that have nothing in them, and takes them off it. */
export function noteLateStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!isEmpty(link)) continue
    late.add(link.href)
    link.remove()
  }
}

/** Asks again for each that was noted. Throws where one does not come this time either. */
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
  if (await came) late.delete(href)
  else {
    link.remove()
    throw new Error(`${href} did not come.`)
  }
}
