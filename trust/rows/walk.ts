export { openScene } from './scene.ts'
export { reading, sights } from './sights.ts'
