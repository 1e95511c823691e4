import type { Trial } from '../trial.ts'
import { apiFuzz } from './api-fuzz.ts'
import { bruteForce } from './brute-force.ts'
import { csrf } from './csrf.ts'
import { decisionRace } from './decision-race.ts'
import { headers } from './headers.ts'
import { idSwap } from './id-swap.ts'
import { jwtAbuse } from './jwt-abuse.ts'
import { killApi } from './kill-api.ts'
import { oneTimeLinks } from './one-time-links.ts'
import { refreshRace } from './refresh-race.ts'
import { revocation } from './revocation.ts'

/** The catalogue, in the order of docs/security.md. */
export const trials: readonly Trial[] = [
  idSwap,
  revocation,
  jwtAbuse,
  bruteForce,
  oneTimeLinks,
  refreshRace,
  headers,
  csrf,
  decisionRace,
  killApi,
  apiFuzz,
]
