/**
 * Runs it once what is drawn now is on the screen: whoever clicked sees it at once, and what takes longer a moment later. At
 * once where nothing is drawn, as in a tab that nobody looks at.
 */
export function afterPaint(run: () => void): void {
  if (document.hidden) run()
  else requestAnimationFrame(() => setTimeout(run))
}
