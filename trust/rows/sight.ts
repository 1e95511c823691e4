import type { Scene } from './scene.ts'

/** A question that one person asks, and the answer that the specification gives, by hand (portal.md §6, decisions.md §5 to §8). */
export interface Sight {
  what: string
  /** Names of papers in the order of the scene, or what else is told. */
  wanted: string
  ask: (scene: Scene) => Promise<string>
}
