import type { Trial } from '../trial.ts'
import { apiFuzz } from './api-fuzz.ts'
import { decisionRace } from './decision-race.ts'
import { jwtAbuse } from './jwt-abuse.ts'
import { refreshRace } from './refresh-race.ts'

/** The catalogue, in the order of docs/security.md. */
export const trials: readonly Trial[] = [jwtAbuse, refreshRace, decisionRace, apiFuzz]
