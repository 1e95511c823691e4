import { openScene } from '../rows/scene.ts'
import { sights } from '../rows/sights.ts'
import type { Trial } from '../trial.ts'

/** Everybody asks for everything that has an owner; what each gets is written down by hand. */
export const whoseRows: Trial = {
  name: 'whose-rows',
  promise: 'Each person sees and changes the rows that are theirs by the specification, and no other.',
  run: async ({ template, tried }) => {
    const scene = await openScene(template)
    try {
      for (const { what, wanted, ask } of sights) {
        const found = await ask(scene)
        tried(
          found === wanted
            ? undefined
            : `${what}: ${found || 'nothing'}, but it must be ${wanted || 'nothing'}`,
        )
      }
    } finally {
      await scene.close()
    }
  },
}
