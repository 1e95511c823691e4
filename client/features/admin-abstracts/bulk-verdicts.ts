import { verdictName } from '#client/parts/decision-choices.tsx'

/** The verdicts as the selection's buttons name them. */
export const bulkVerdicts = (['approve', 'request_change', 'decline'] as const).map((mode) => ({
  mode,
  label: `${verdictName(mode)}…`,
  look: mode === 'approve' ? ('primary' as const) : ('secondary' as const),
}))
