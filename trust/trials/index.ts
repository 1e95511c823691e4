import type { Trial } from '../trial.ts'
import { apiFuzz } from './api-fuzz.ts'
import { authzMutants } from './authz-mutants.ts'
import { backupFaults } from './backup-faults.ts'
import { bruteForce } from './brute-force.ts'
import { clockBack } from './clock-back.ts'
import { csrf } from './csrf.ts'
import { deadlineClock } from './deadline-clock.ts'
import { decisionRace } from './decision-race.ts'
import { dependencyAudit } from './dependency-audit.ts'
import { doubleOpen } from './double-open.ts'
import { enumeration } from './enumeration.ts'
import { fullDisk } from './full-disk.ts'
import { headers } from './headers.ts'
import { hostileFiles } from './hostile-files.ts'
import { idSwap } from './id-swap.ts'
import { idempotency } from './idempotency.ts'
import { authzMatrix, canaryAnonymity, invariants } from './in-tests.ts'
import { injection } from './injection.ts'
import { ioFaults } from './io-faults.ts'
import { jepsenSet } from './jepsen-set.ts'
import { jwtAbuse } from './jwt-abuse.ts'
import { killApi } from './kill-api.ts'
import { killDb } from './kill-db.ts'
import { migrationKill } from './migration-kill.ts'
import { netFaults } from './net-faults.ts'
import { oneTimeLinks } from './one-time-links.ts'
import { passwordPolicy } from './password-policy.ts'
import { patterns } from './patterns.ts'
import { refreshRace } from './refresh-race.ts'
import { restoreTrial } from './restore.ts'
import { revocation } from './revocation.ts'
import { rush } from './rush.ts'
import { secretScan } from './secret-scan.ts'
import { sharedBlob } from './shared-blob.ts'
import { shutdown } from './shutdown.ts'
import { slowLines } from './slow-lines.ts'
import { smtpDown } from './smtp-down.ts'
import { soak } from './soak.ts'
import { stateModel } from './state-model.ts'
import { threeMachines } from './three-machines.ts'
import { uploadAbuse } from './upload-abuse.ts'
import { whoseRows } from './whose-rows.ts'
import { workerKill } from './worker-kill.ts'

/** The catalogue, in the order of docs/security.md. */
export const trials: readonly Trial[] = [
  authzMatrix,
  canaryAnonymity,
  idSwap,
  whoseRows,
  authzMutants,
  revocation,
  jwtAbuse,
  enumeration,
  bruteForce,
  passwordPolicy,
  oneTimeLinks,
  refreshRace,
  headers,
  csrf,
  secretScan,
  decisionRace,
  stateModel,
  clockBack,
  deadlineClock,
  idempotency,
  killApi,
  killDb,
  threeMachines,
  workerKill,
  migrationKill,
  netFaults,
  smtpDown,
  jepsenSet,
  doubleOpen,
  fullDisk,
  ioFaults,
  restoreTrial,
  backupFaults,
  shutdown,
  sharedBlob,
  apiFuzz,
  injection,
  patterns,
  hostileFiles,
  uploadAbuse,
  slowLines,
  soak,
  rush,
  invariants,
  dependencyAudit,
]
