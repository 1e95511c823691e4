import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** Starts an embedded database with what the migrations ask of it: in memory where no folder is given. */
export function startPglite(given: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'> = {}): Promise<PGlite> {
  return PGlite.create({ ...given, extensions: { pg_trgm } })
}
