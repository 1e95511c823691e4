const asked = new Map<string, number>()

/**
 * Gives the page's root an attribute as long as anybody asks for it; gives what ends that. A selector that looks for something
 * anywhere in the page (`:root:has(…)`) has the browser look through all of it whenever the root's style changes.
 */
export function markPage(attribute: `data-${string}`): () => void {
  const count = (more: number) => {
    const wanted = (asked.get(attribute) ?? 0) + more
    asked.set(attribute, wanted)
    document.documentElement.toggleAttribute(attribute, wanted > 0)
  }
  count(1)
  return () => count(-1)
}
