import type { Path } from './places.ts'

let load: (path: Path) => void = () => undefined

/** Says how the screen at a path is loaded ahead; the table of screens knows. */
export function preloadBy(loader: (path: Path) => void): void {
  load = loader
}

/** Loads a screen's code because somebody is about to go there. */
export function preload(path: Path): void {
  load(path)
}
