import { elsewhere, guards } from '../rows/guards.ts'
import type * as Walk from '../rows/walk.ts'
import { copyWithGuards, guardsInSource, nameOf } from '../rows/without-guard.ts'
import type { Trial } from '../trial.ts'

/** Each condition on whose row it is, taken away alone in a copy of the source; somebody must see or change too much. */
export const authzMutants: Trial = {
  name: 'authz-mutants',
  promise: 'No condition on whose row it is can go without whose-rows telling so.',
  run: async ({ template, times, tried }) => {
    const known = new Set([...guards.map(nameOf), ...Object.values(elsewhere).flat()])
    for (const guard of guardsInSource())
      tried(known.has(nameOf(guard)) ? undefined : `nobody says who tries ${nameOf(guard)}`)
    const { module, takeAway, remove } = await copyWithGuards<typeof Walk>('trust/rows/walk.ts', guards)
    const { openScene, reading, sights } = module
    const harmless = new Set(reading.map(({ what }) => what))
    let scene = await openScene(template)
    try {
      const changing = guards.filter(({ noticedBy }) => !harmless.has(noticedBy))
      const some = changing.filter((_, at) => at % times(6, 1) === 0)
      for (const guard of [...guards.filter(({ noticedBy }) => harmless.has(noticedBy)), ...some]) {
        const sight = sights.find(({ what }) => what === guard.noticedBy)
        if (sight === undefined) throw new Error(`there is no sight called “${guard.noticedBy}”`)
        takeAway(guard)
        const found = await sight.ask(scene)
        takeAway(undefined)
        tried(
          found === sight.wanted ? `without ${nameOf(guard)} nothing changes in: ${sight.what}` : undefined,
        )
        if (harmless.has(guard.noticedBy)) continue
        await scene.close()
        scene = await openScene(template)
      }
    } finally {
      await scene.close()
      await remove()
    }
  },
}
